# The two commands of the README, and the longer runs. Plain CMake works as well: see CMakePresets.json.
.PHONY: help build python wheel check-wheel install core deb check-deb web wasm wasm-more playground check-playground demo test soak kills torture mutation error-bars verify-random digits asan tsan clang coverage fuzz python-extras \
	docs check-docs bench instructions ik tidy format check-format clean
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600
MOST ?= 0
PACKAGES = @tools/install_packages.sh

help:
	@echo "make demo    install missing packages, build, and show the dynamics of a PUMA 560"
	@echo "make test    install missing packages, build, and run all tests"
	@echo "make build   build the command, build/catena"
	@echo "make python  build the Python package in build/python, for PYTHONPATH"
	@echo "make python-extras    install PyTorch, matplotlib and nbconvert, test catena.torch and plots, run the notebooks by Jupyter"
	@echo "make wheel   pack the Python package with its libraries, dist/*.whl;   make check-wheel   also test it in clean Debian systems"
	@echo "make install PREFIX=/usr/local    install the command, the libraries and their headers"
	@echo "make core [PREFIX=DIR]            build only the dynamics, without simulation and command; install it into DIR"
	@echo "make deb     build a Debian package;   make check-deb   also test it in a clean Debian system"
	@echo "make web     rebuild the report page with npm; commit the result"
	@echo "make wasm    build the core for browsers, web/core/dist;   make wasm-more   also its second module"
	@echo "make playground  also build the page, build/playground/playground.html;   make check-playground   test both in a browser"
	@echo "make docs    build the documentation as a site, with its live arms, build-docs/site/index.html (PLAYGROUND=no: without);   make check-docs   also look at its pages in a browser"
	@echo "make bench   time Catena, KDL and MuJoCo; writes the tables and the picture of docs/performance.md"
	@echo "make instructions    count the instructions of a list of calls and compare them with tests/instructions/counts.txt; UPDATE=1 writes it"
	@echo "make ik      measure inverse kinematics beside KDL, 10 000 poses of every arm; writes docs/ik_measured.md"
	@echo "make soak    run sweeps of 200 000 arms that are killed and resumed, on threads and under mpirun"
	@echo "make kills   kill commands 100 times at random times and check what they leave"
	@echo "make torture make every allocation, write, fsync and thread start of every command fail in turn, and cut the power;"
	@echo "             MOST=250: only 250 of each command and kind, evenly chosen"
	@echo "make mutation    break every function that PAPERS.md names, and 100 places of choose, sim, io and codegen each, and see"
	@echo "             their tests fail; writes docs/mutation.md"
	@echo "make error-bars  measure how often error bars hold, 1000 seeds of every arm; writes docs/error_bars.md"
	@echo "make verify-random    verify 10 000 random arms with condition numbers up to 1e14; writes docs/verify_random.md"
	@echo "make digits  count the correct digits of results on random arms with condition numbers up to 1e14; writes docs/digits.md"
	@echo "make asan    run all tests with AddressSanitizer and UBSan"
	@echo "make coverage    the same, and count the lines that the tests run; writes docs/coverage.md"
	@echo "make tsan    run the tests of batches, Compiled and sweeps with ThreadSanitizer"
	@echo "make clang   compile with clang, every file with its own includes only, and run all tests"
	@echo "make fuzz    run each fuzzer for FUZZ_SECONDS=$(FUZZ_SECONDS) seconds"
	@echo "make tidy    run clang-tidy;   make format   run clang-format;   make check-format   only report"
	@echo "An interrupted target resumes where it stopped."

build:
	$(PACKAGES) core build
	cmake --preset default --log-level=WARNING
	cmake --build --preset default -j $(JOBS)

python:
	$(PACKAGES) core build python
	cmake --preset default -DCATENA_BUILD_PYTHON=ON --log-level=WARNING
	cmake --build --preset default -j $(JOBS) --target catena_python

python-extras: python
	$(PACKAGES) python-extras
	cd tests/python && PYTHONPATH=$(CURDIR)/build/python CATENA_NOTEBOOKS=nbconvert CATENA_CLI=$(CURDIR)/build/catena \
	  /usr/bin/python3 -m pytest -q -p no:cacheprovider test_gradients.py test_torch.py test_plots.py test_notebooks.py

wheel:
	$(PACKAGES) core build python
	cmake --preset default -DCATENA_BUILD_PYTHON=ON --log-level=WARNING
	cmake --build --preset default -j $(JOBS) --target catena_python
	CATENA_BUILD=build /usr/bin/python3 python/build_backend/catena_build.py dist

check-wheel: wheel
	$(PACKAGES) deb
	tools/check_wheel.sh bookworm dist/*.whl
	tools/check_wheel.sh trixie dist/*.whl

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

wasm:
	$(PACKAGES) core web wasm
	cmake -S web/core/wasm -B build-wasm -G Ninja --toolchain $(CURDIR)/web/core/wasm/toolchain.cmake --log-level=WARNING
	cmake --build build-wasm -j $(JOBS) --target catena-core
	cmake -DREQUIRED=ON -P cmake/fetch_web_packages.cmake
	node web/core/build.mjs

wasm-more: wasm
	cmake --build build-wasm -j $(JOBS) --target catena-more
	node web/core/build.mjs

playground: wasm-more
	node web/playground/build.mjs --out build/playground

check-playground: playground build python
	$(PACKAGES) test
	CATENA_CLI=$(CURDIR)/build/catena node --test web/core/test/*.test.mjs
	node web/playground/test.mjs types
	node web/playground/test.mjs unit
	node web/playground/test.mjs page build/playground build/catena
	node web/playground/measure.mjs build/playground --gl idle --seconds 3 --most 8

# Its reports are written by the command, and its live arms are the playground; PLAYGROUND=no leaves both out.
docs: $(if $(filter no,$(PLAYGROUND)),,build playground)
	$(PACKAGES) docs
	cmake -DREQUIRED=ON -DFOLDER=web/site -P cmake/fetch_web_packages.cmake
	python3 tools/reference build-docs/reference
	tools/site_reports.sh build/catena build-docs/reports
	node web/site/build.mjs build-docs/site --reference build-docs/reference --reports build-docs/reports --playground build/playground/playground.html
	python3 tools/check_links.py build-docs/site

check-docs: docs
	$(PACKAGES) web check-docs
	cmake -DREQUIRED=ON -P cmake/fetch_web_packages.cmake
	node web/site/test.mjs unit
	node web/site/test.mjs pages build-docs/site

demo: build
	@tools/demo.sh build/catena

test:
	$(PACKAGES) core build mpi web python test
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

kills:
	$(PACKAGES) core build mpi
	cmake --preset default --log-level=WARNING
	cmake --build --preset default -j $(JOBS)
	python3 tests/soak/kill.py --catena build/catena --kills 105

torture:
	$(PACKAGES) core build mpi
	cmake --preset default --log-level=WARNING
	cmake --build --preset default -j $(JOBS)
	python3 tests/torture/torture.py --catena build/catena --work build/torture --page docs/robustness.md --most $(MOST)

mutation:
	$(PACKAGES) core build mpi web test
	cmake --preset ci --log-level=WARNING
	cmake --build --preset ci -j $(JOBS) --target test_core_algo test_choose test_sim test_io test_errors test_codegen
	python3 tools/mutate.py --all --build build-ci --work build-mutation --page docs/mutation.md --jobs $(JOBS)

error-bars:
	$(PACKAGES) core build mpi web test
	cmake --preset ci --log-level=WARNING
	cmake --build --preset ci -j $(JOBS) --target measure_error_bars
	nice build-ci/tests/measure_error_bars build-ci/error_bars.txt docs/error_bars.md --seeds 1000

verify-random:
	$(PACKAGES) core build mpi test
	cmake --preset ci --log-level=WARNING
	cmake --build --preset ci -j $(JOBS) --target verify_random
	build-ci/tests/verify_random build-ci/verify_random.csv 10000 5 docs/verify_random.md

digits:
	$(PACKAGES) core build mpi test
	cmake --preset ci --log-level=WARNING
	cmake --build --preset ci -j $(JOBS) --target measure_digits
	build-ci/tests/measure_digits docs/digits.md

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
	rm -rf build-coverage/counts
	ctest --preset coverage -j $(JOBS)
	python3 tools/coverage.py build-coverage docs/coverage.md

fuzz:
	$(PACKAGES) core build mpi web test
	cmake --preset ci --log-level=WARNING
	cmake --build --preset ci -j $(JOBS) --target catena_cli
	cmake --preset fuzz --log-level=WARNING
	cmake --build --preset fuzz -j $(JOBS) --target fuzzers
	tools/fuzz.sh build-fuzz $(FUZZ_SECONDS)

bench:
	$(PACKAGES) core build bench
	cmake --preset bench --log-level=WARNING
	cmake --build --preset bench -j $(JOBS)
	python3 bench/compare.py build-bench --page docs/performance.md --picture docs/pictures/grid.svg

instructions:
	$(PACKAGES) core build mpi web test python
	cmake --preset ci --log-level=WARNING
	cmake --build --preset ci -j $(JOBS) --target measure_instructions catena_cli
	python3 tests/instructions/check.py build-ci/tests/measure_instructions build-ci/catena $(if $(UPDATE),--update)

ik:
	$(PACKAGES) core build bench
	cmake --preset bench --log-level=WARNING
	cmake --build --preset bench -j $(JOBS) --target ik_bench
	build-bench/bench/ik_bench docs/ik_measured.md

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
	rm -rf build build-* dist
