#!/bin/sh
# Removes the packages that only tests and the build use, and the embedded PostgreSQL; run in the project folder after the build.
set -eu
npm pkg delete workspaces devDependencies optionalDependencies overrides scripts \
  dependencies.@inlang/paraglide-js dependencies.@inlang/plugin-message-format dependencies.@inlang/sdk \
  dependencies.@react-router/dev dependencies.@tailwindcss/vite dependencies.tailwindcss dependencies.vite
npm prune --omit=dev --no-package-lock --ignore-scripts
