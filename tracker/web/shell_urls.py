"""Addresses of the shell itself: credits, and the style guide for whoever builds pages."""

from django.urls import path

from tracker.web import style_guide

urlpatterns = [
    path("credits/", style_guide.credits_page, name="credits"),
    path("style/", style_guide.style_page, name="style"),
    path("style/table/", style_guide.style_table_page, name="style_table"),
]
