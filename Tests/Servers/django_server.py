"""Django REST framework set up as in its documentation: routers with slashes, its three paginations, and JSON:API."""
import os
import sys

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="test",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "rest_framework"],
    # Redirects a path without a slash, which turns a POST into a GET.
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(sys.argv[2], "notes.sqlite")}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "EXCEPTION_HANDLER": "rest_framework_json_api.exceptions.exception_handler",
    },
    # Errors are JSON:API, too.
    JSON_API_UNIFORM_EXCEPTIONS=False,
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import include, path  # noqa: E402
from rest_framework import authentication, exceptions, pagination, routers, serializers, viewsets  # noqa: E402
from rest_framework_json_api import pagination as json_api_pagination  # noqa: E402
from rest_framework_json_api import parsers, renderers  # noqa: E402
from rest_framework_json_api import serializers as json_api_serializers  # noqa: E402


class Note(models.Model):
    title = models.CharField(max_length=100)
    done = models.BooleanField(default=False)
    day = models.DateField(null=True)

    class Meta:
        app_label = "notes"
        ordering = ["id"]


class NoteSerializer(serializers.ModelSerializer):
    class Meta:
        model = Note
        fields = ["id", "title", "done", "day"]


class TokenUser:
    is_authenticated = True


class Bearer(authentication.BaseAuthentication):
    def authenticate(self, request):
        if request.headers.get("Authorization") != "Bearer token":
            raise exceptions.AuthenticationFailed("no token")
        return TokenUser(), None

    def authenticate_header(self, request):
        return "Bearer"


def notes(paginator, **attributes):
    def filtered(self):
        found = Note.objects.all()
        ids = self.request.query_params.getlist("ids[]")
        return found.filter(id__in=ids) if ids else found

    return type(
        "Notes",
        (viewsets.ModelViewSet,),
        {"serializer_class": NoteSerializer, "pagination_class": paginator, "get_queryset": filtered} | attributes,
    )


class ByPage(pagination.PageNumberPagination):
    page_size = 3
    page_size_query_param = "page_size"
    max_page_size = 5


class ByOffset(pagination.LimitOffsetPagination):
    default_limit = 3


class ByCursor(pagination.CursorPagination):
    page_size = 3
    ordering = "id"


class ByJSONAPI(json_api_pagination.JsonApiPageNumberPagination):
    page_size = 3


class JSONAPISerializer(json_api_serializers.ModelSerializer):
    class Meta:
        model = Note
        fields = ["title", "done"]


router = routers.DefaultRouter()
router.register("pages", notes(ByPage), "page")
router.register("offsets", notes(ByOffset), "offset")
router.register("cursors", notes(ByCursor), "cursor")
router.register("private", notes(None, authentication_classes=[Bearer]), "private")
router.register(
    "documents",
    notes(
        ByJSONAPI,
        serializer_class=JSONAPISerializer,
        parser_classes=[parsers.JSONParser],
        renderer_classes=[renderers.JSONRenderer],
        resource_name="notes",
    ),
    "document",
)
urlpatterns = [path("api/", include(router.urls))]

if __name__ == "__main__":
    from waitress import serve

    with connection.schema_editor() as editor:
        editor.create_model(Note)
    Note.objects.bulk_create([Note(title=f"Note {number}") for number in range(1, 8)])
    sys.modules["notes"] = sys.modules[__name__]
    serve(get_wsgi_application(), host="127.0.0.1", port=int(sys.argv[1]), threads=8, _quiet=True,
          trusted_proxy="127.0.0.1", trusted_proxy_headers="x-forwarded-proto")
