# The two commands of the README, and the longer runs. Plain CMake works as well: see CMakePresets.json.
.PHONY: help packages build web demo test soak asan fuzz bench tidy format clean
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600

help:
	@echo "make demo    install what is missing, build, and show the PUMA 560"
	@echo "make test    install what is missing, build, and run all tests"
	@echo "make build   leave the command at build/catena"
	@echo "make web     build the page of the reports again, with npm; commit what it writes"
	@echo "make bench   time Catena beside KDL and MuJoCo"
	@echo "make soak    sweeps of 200 000 arms, killed and continued, on threads and under mpirun"
	@echo "make asan    the tests under AddressSanitizer and UBSan"
	@echo "make fuzz    each fuzzer for FUZZ_SECONDS=$(FUZZ_SECONDS) seconds"
	@echo "make tidy    clang-tidy;   make format   clang-format"

packages:
	@tools/install_packages.sh

build: packages
	cmake --preset default --log-level=WARNING
	cmake --build --preset default -j $(JOBS) --target catena_cli

web: packages
	cmake -DREQUIRED=ON -P cmake/fetch_web_packages.cmake
	cd web && npm run check && npm run build

demo: build
	@tools/demo.sh build/catena

test: packages
	cmake --preset ci --log-level=WARNING
	cmake --build --preset ci -j $(JOBS)
	cmake --preset fuzz --log-level=WARNING
	cmake --build --preset fuzz -j $(JOBS) --target fuzzers
	ctest --preset ci -j $(JOBS)
	ctest --preset fuzz -j $(JOBS)

soak: build
	cmake --build --preset default -j $(JOBS) --target catena_mpi
	python3 tests/soak/sweep.py --catena build/catena --points 200000 --commit 1 --kills 10 --mpi --speed

asan: packages
	cmake --preset asan --log-level=WARNING
	cmake --build --preset asan -j $(JOBS)
	ctest --preset asan -j $(JOBS)

fuzz: packages
	cmake --preset fuzz --log-level=WARNING
	cmake --build --preset fuzz -j $(JOBS) --target fuzzers
	tools/fuzz.sh build-fuzz $(FUZZ_SECONDS)

bench: packages
	cmake --preset bench --log-level=WARNING
	cmake --build --preset bench -j $(JOBS)
	python3 bench/compare.py build-bench

tidy: packages
	cmake --preset tidy --log-level=WARNING
	cmake --build --preset tidy -j $(JOBS)

format:
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf build build-*
