"""A browser that runs no scripts."""

import pytest
from django.contrib.auth.models import User

from tests.cast import signed_in
from tests.web.pages.test_lists import NEW, new_form
from tracker.timelines.models import Campaign


@pytest.mark.django_db
def test_a_campaign_gets_its_usual_name_where_scripts_carry_none(alice: User) -> None:
    form = new_form()
    del form["name"]  # one field for several forms, which a script carries into the one that is sent
    assert signed_in(alice).post(NEW, form).status_code == 302
    assert Campaign.objects.get().name == "Fantasy Defense of alice"
