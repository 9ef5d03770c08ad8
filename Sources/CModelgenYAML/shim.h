#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "libyaml is missing. Debian, Ubuntu: sudo apt-get install libyaml-dev. Fedora: sudo dnf install libyaml-devel. macOS: brew install libyaml pkg-config. Or take the plugin with the prebuilt tool, which does not need libyaml (see README.md)."
#endif
