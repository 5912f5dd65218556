# The two commands of the README, and the longer runs. Plain CMake works as well: see CMakePresets.json.
.PHONY: help build install core deb check-deb web demo test soak asan tsan clang coverage fuzz bench tidy format \
	check-format clean
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600
PACKAGES = @tools/install_packages.sh

help:
	@echo "make demo    install what is missing, build, and show the PUMA 560"
	@echo "make test    install what is missing, build, and run all tests"
	@echo "make build   leave the command at build/catena"
	@echo "make install PREFIX=/usr/local    the command, the libraries, their headers"
	@echo "make core [PREFIX=DIR]            only M(q) and its like: no simulation, no command; installed into DIR"
	@echo "make deb     a Debian package;   make check-deb   the same, tried in a clean Debian"
	@echo "make web     build the page of the reports again, with npm; commit what it writes"
	@echo "make bench   time Catena beside KDL and MuJoCo"
	@echo "make soak    sweeps of 200 000 arms, killed and continued, on threads and under mpirun"
	@echo "make asan    the whole suite under AddressSanitizer and UBSan"
	@echo "make tsan    batches, Compiled and sweeps under ThreadSanitizer"
	@echo "make clang   the whole suite compiled by clang, every file with its own includes only"
	@echo "make coverage    line coverage of the suite, into docs/coverage.md"
	@echo "make fuzz    each fuzzer for FUZZ_SECONDS=$(FUZZ_SECONDS) seconds"
	@echo "make tidy    clang-tidy;   make format   clang-format;   make check-format   only report"
	@echo "An interrupted target resumes where it stopped."

build:
	$(PACKAGES) core build
	cmake --preset default --log-level=WARNING
	cmake --build --preset default -j $(JOBS)

install: build
	cmake --install build --prefix $(or $(PREFIX),/usr/local)

core:
	$(PACKAGES) core
	cmake --preset core --log-level=WARNING
	cmake --build --preset core -j $(JOBS)
	$(if $(PREFIX),cmake --install build-core --prefix $(PREFIX))

deb:
	$(PACKAGES) core build deb
	cmake --preset deb --log-level=WARNING
	cmake --build --preset deb -j $(JOBS)
	cd build-deb && cpack -G DEB

check-deb: deb
	tools/check_deb.sh build-deb/*.deb

web:
	$(PACKAGES) web
	cmake -DREQUIRED=ON -P cmake/fetch_web_packages.cmake
	cd web && npm run check && npm run build

demo: build
	@tools/demo.sh build/catena

test:
	$(PACKAGES) core build mpi web test
	cmake --preset ci --log-level=WARNING
	cmake --build --preset ci -j $(JOBS)
	cmake --preset fuzz --log-level=WARNING
	cmake --build --preset fuzz -j $(JOBS) --target fuzzers
	ctest --preset ci -j $(JOBS)
	ctest --preset fuzz -j $(JOBS)

soak:
	$(PACKAGES) core build mpi
	cmake --preset default --log-level=WARNING
	cmake --build --preset default -j $(JOBS)
	python3 tests/soak/sweep.py --catena build/catena --points 200000 --commit 1 --kills 10 --mpi --speed

asan:
	$(PACKAGES) core build mpi web test
	cmake --preset asan --log-level=WARNING
	cmake --build --preset asan -j $(JOBS)
	ctest --preset asan -j $(JOBS)

tsan:
	$(PACKAGES) core build test
	cmake --preset tsan --log-level=WARNING
	cmake --build --preset tsan -j $(JOBS)
	ctest --preset tsan -j $(JOBS)

clang:
	$(PACKAGES) core build mpi web test
	cmake --preset clang --log-level=WARNING
	cmake --build --preset clang -j $(JOBS)
	ctest --preset clang -j $(JOBS)

coverage:
	$(PACKAGES) core build mpi web test coverage
	cmake --preset coverage --log-level=WARNING
	cmake --build --preset coverage -j $(JOBS)
	find build-coverage -name '*.gcda' -delete
	ctest --preset coverage -j $(JOBS)
	gcovr --object-directory build-coverage --filter include/ --filter src/ --filter apps/ --json-summary build-coverage/lines.json
	python3 tools/coverage.py build-coverage/lines.json docs/coverage.md

fuzz:
	$(PACKAGES) core build test
	cmake --preset fuzz --log-level=WARNING
	cmake --build --preset fuzz -j $(JOBS) --target fuzzers
	tools/fuzz.sh build-fuzz $(FUZZ_SECONDS)

bench:
	$(PACKAGES) core build bench
	cmake --preset bench --log-level=WARNING
	cmake --build --preset bench -j $(JOBS)
	python3 bench/compare.py build-bench

tidy:
	$(PACKAGES) core build polish
	cmake --preset tidy --log-level=WARNING
	cmake --build --preset tidy -j $(JOBS)

format:
	$(PACKAGES) format
	git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 -i

check-format:
	$(PACKAGES) format
	git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 --dry-run -Werror

clean:
	rm -rf build build-*
