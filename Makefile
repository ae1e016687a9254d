# `make` builds build/whet, `make install` installs it, `make test` runs every check. On Debian and Ubuntu each installs
# the packages that it lacks.
JOBS ?= $(shell nproc)

.PHONY: all demo test score portable format clean release dev tidy fuzz install package package_portable try_package

all: release

release:
	@scripts/install_dependencies.sh build
	@[ -f build/release/build.ninja ] || cmake --preset release -DWHET_TESTS=OFF >/dev/null
	@cmake --build build/release -j $(JOBS) --target whet
	@ln -sf release/whet build/whet

demo: release
	@scripts/demo.sh

# Binary, libraries of `whet exec`, manual page and completions, as PREFIX and DESTDIR say.
PREFIX ?= /usr/local
DESTDIR ?=
install: release
	@cmake --build build/release -j $(JOBS) --target shell_files
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)" --component whet --strip
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)" --component shared_files --strip

# build/package: a .deb, and an archive that needs the C library alone. `try_package` uses both in a clean root.
package: release
	@cmake --build build/release -j $(JOBS) --target shell_files whet_alone
	@scripts/package.sh build/release build/package

# The archive for x86_64 GPU machines, cross-built; manual page and completions are written by the whet of this machine.
package_portable: release
	@scripts/install_dependencies.sh build portable
	@cmake --preset portable -DWHET_HOST_PROGRAM="$(CURDIR)/build/release/whet" >/dev/null
	@cmake --build build/portable -j $(JOBS) --target shell_files whet_alone
	@scripts/package.sh build/portable build/package archive

try_package: package
	@scripts/try_package.sh build/package

# Every check is a CTest test: format, clang-tidy over what changed, layers, units, command-line cases, fuzz smoke. The
# tests are built next to the program, with the same objects.
test: fuzz
	@scripts/install_dependencies.sh build test
	@cmake --preset release -DWHET_TESTS=ON >/dev/null
	@cmake --build build/release -j $(JOBS)
	@ln -sf release/whet build/whet
	@ctest --test-dir build/release --output-on-failure -j $(JOBS)

# The adversarial suite by name: every cheat with what is said of it.
score:
	@scripts/install_dependencies.sh build test
	@cmake --preset release -DWHET_TESTS=ON >/dev/null
	@cmake --build build/release -j $(JOBS) --target adversarial_test
	@build/release/adversarial_test --score

# For daily work: each file on its own, so that a small change costs little.
dev:
	@scripts/install_dependencies.sh build test
	@cmake --preset dev >/dev/null
	@cmake --build build/dev -j $(JOBS)

# clang-tidy over all of src/.
tidy:
	@scripts/install_dependencies.sh build test
	@scripts/check_tidy.sh --all

fuzz:
	@scripts/install_dependencies.sh build test
	@cmake --preset fuzz >/dev/null
	@cmake --build build/fuzz -j $(JOBS) --target fuzz

# The x86_64 binary for GPU machines, and the tools that measure there.
portable:
	@scripts/install_dependencies.sh build portable
	@cmake --preset portable >/dev/null
	@cmake --build build/portable -j $(JOBS)

format:
	@git ls-files 'src/*.h' 'src/*.cpp' 'tests/*.h' 'tests/*.cpp' 'bench/*.cpp' | xargs clang-format-19 -i

clean:
	@rm -rf build
