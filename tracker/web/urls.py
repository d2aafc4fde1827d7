"""Addresses of the pages, grouped by what they act on."""

from django.urls import path

from tracker.web import (
    adopting_page,
    health,
    home_page,
    learned_page,
    live,
    packs_page,
    people_page,
    places_page,
    story_page,
    table_page,
    timelines_page,
)

urlpatterns = [
    path("", home_page.home, name="home"),
    path("campaigns/new/", home_page.choose_game, name="choose_game"),
    path("campaigns/new/<slug:game_key>/", home_page.new_campaign, name="new_campaign"),
    path("campaigns/new/isofarian_guard/bring/", adopting_page.bring, name="bring_campaign"),
    path("campaigns/new/isofarian_guard/adopt/", adopting_page.adopt, name="adopt_campaign"),
    path("campaigns/new/isofarian_guard/adopt/<uuid:upload_id>/", adopting_page.adopt, name="adopt_save"),
    path("packs/<slug:game_key>/", packs_page.upload_pack, name="upload_pack"),
    path("jobs/<uuid:job_id>/", packs_page.job_view, name="job"),
    path("jobs/<uuid:job_id>/cancel/", packs_page.cancel_job_view, name="cancel_job"),
    path("healthz", health.health, name="health"),
    # a campaign
    path("c/<uuid:campaign_id>/", home_page.campaign_view, name="campaign"),
    path("c/<uuid:campaign_id>/timelines/", timelines_page.timelines, name="timelines"),
    path("c/<uuid:campaign_id>/people/", people_page.people, name="people"),
    path("c/<uuid:campaign_id>/people/invite/", people_page.invite_view, name="invite"),
    path("c/<uuid:campaign_id>/people/revoke/<str:token>/", people_page.revoke_view, name="revoke"),
    path("c/<uuid:campaign_id>/people/seat/", people_page.seat_view, name="seat"),
    path("c/<uuid:campaign_id>/people/leave/", people_page.leave_view, name="leave"),
    path("c/<uuid:campaign_id>/settings/", people_page.settings_view, name="campaign_settings"),
    path("join/<str:token>/", people_page.join_view, name="join"),
    path("watch/<str:token>/", people_page.watch_view, name="watch"),
    # a timeline
    path("t/<uuid:timeline_id>/", table_page.table, name="table"),
    path("t/<uuid:timeline_id>/decide/", table_page.decide_view, name="decide"),
    path("t/<uuid:timeline_id>/undo/", table_page.undo_view, name="undo"),
    path("t/<uuid:timeline_id>/redo/", table_page.redo_view, name="redo"),
    path("t/<uuid:timeline_id>/rewind/", table_page.rewind_view, name="rewind"),
    path("t/<uuid:timeline_id>/story/", story_page.story, name="story"),
    path("t/<uuid:timeline_id>/places/", places_page.places, name="places"),
    path("t/<uuid:timeline_id>/checkpoint/", story_page.checkpoint_view, name="checkpoint"),
    path("t/<uuid:timeline_id>/note/", story_page.note_view, name="note"),
    path("t/<uuid:timeline_id>/branch/", story_page.branch_view, name="branch"),
    path("t/<uuid:timeline_id>/rename/", timelines_page.rename_view, name="rename"),
    path("t/<uuid:timeline_id>/promote/", timelines_page.promote_view, name="promote"),
    path("t/<uuid:timeline_id>/learned/", learned_page.learned, name="learned"),
    path("t/<uuid:timeline_id>/learned/content.yaml", learned_page.learned_file, name="learned_file"),
    path("t/<uuid:timeline_id>/learned/keep/", learned_page.keep_learned, name="keep_learned"),
    path("t/<uuid:timeline_id>/live/", live.live, name="live"),
    path("t/<uuid:timeline_id>/version/", live.version, name="version"),
]
