import './scripts/lib/group-by.mjs'
import { defineConfig } from 'vitest/config'

/** Files that measure the memory of their process: it must not hold what others have left. */
const ALONE = ['server/test/foreign-files.test.ts']
const server = {
  globalSetup: ['server/test/global-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for comes at once, or when the processors are free for it.
  expect: { poll: { timeout: 10_000 } },
  pool: 'forks' as const,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ALONE,
          // The files of a worker share the modules they load: loading them again for each file took a third of the time.
          isolate: false,
        },
      },
      { test: { ...server, name: 'alone', include: ALONE } },
    ],
  },
})
