"""Addresses of the API."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from tracker.api import amendments, audit, simulations, views

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("games/", views.Games.as_view(), name="api_games"),
    path("campaigns/", views.Campaigns.as_view(), name="api_campaigns"),
    path("campaigns/<uuid:campaign_id>/", views.CampaignDetail.as_view(), name="api_campaign"),
    path("campaigns/<uuid:campaign_id>/timelines/", views.Timelines.as_view(), name="api_timelines"),
    path("timelines/<uuid:timeline_id>/", views.TimelineDetail.as_view(), name="api_timeline"),
    path("timelines/<uuid:timeline_id>/options/", views.Options.as_view(), name="api_options"),
    path("timelines/<uuid:timeline_id>/state/", views.State.as_view(), name="api_state"),
    path("timelines/<uuid:timeline_id>/decisions/", views.Decisions.as_view(), name="api_decisions"),
    path("timelines/<uuid:timeline_id>/notes/", audit.Notes.as_view(), name="api_notes"),
    path("timelines/<uuid:timeline_id>/notes/<int:version>/", audit.NoteDetail.as_view(), name="api_note"),
    path("timelines/<uuid:timeline_id>/signs/", audit.Signs.as_view(), name="api_signs"),
    path("timelines/<uuid:timeline_id>/story/<slug:kind>/", audit.Story.as_view(), name="api_story"),
    path("timelines/<uuid:timeline_id>/events/", views.Events.as_view(), name="api_events"),
    path("timelines/<uuid:timeline_id>/rewinds/", views.Rewinds.as_view(), name="api_rewinds"),
    path("timelines/<uuid:timeline_id>/forks/", views.Forks.as_view(), name="api_forks"),
    path("timelines/<uuid:timeline_id>/simulations/", simulations.Simulations.as_view(), name="api_simulations"),
    path("simulations/<uuid:simulation_id>/", simulations.SimulationDetail.as_view(), name="api_simulation"),
    path("campaigns/<uuid:campaign_id>/compare/", amendments.Comparisons.as_view(), name="api_compare"),
    path("timelines/<uuid:timeline_id>/amendments/", amendments.Amendments.as_view(), name="api_amendments"),
    path("amendments/<uuid:amendment_id>/", amendments.AmendmentDetail.as_view(), name="api_amendment"),
    path(
        "amendments/<uuid:amendment_id>/timeline/",
        amendments.AmendmentTimeline.as_view(),
        name="api_amendment_timeline",
    ),
    path("timelines/<uuid:timeline_id>/checkpoints/", views.Checkpoints.as_view(), name="api_checkpoints"),
]
