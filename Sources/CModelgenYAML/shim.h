#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "libyaml is missing. Debian, Ubuntu: sudo apt-get install libyaml-dev. Fedora: sudo dnf install libyaml-devel. macOS: brew install libyaml pkg-config. Or use the prebuilt tool, which needs none."
#endif
