"""x"""


def steady(source, options):
    return source.choice(options)
