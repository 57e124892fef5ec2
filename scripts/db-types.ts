/**
 * Writes the row types of the database from its schema (server/src/platform/database/types.ts).
 * `--verify` only compares, and fails when the file is stale.
 */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bootstrap, migrate } from '../server/src/platform/database/migrate.ts'
import { startThrowawayPostgres } from '../server/src/platform/postgres/embedded.ts'

const root = path.resolve(import.meta.dirname, '..')
const cli = path.join(
  path.dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')),
  'dist/cli/bin.js',
)
const postgres = await startThrowawayPostgres()
try {
  const { ownerUrl } = await bootstrap(postgres.superuserUrl, {
    database: 'dentin_types',
    ownerPassword: 'types',
    appPassword: 'types',
  })
  await migrate(ownerUrl, path.join(root, 'server/db/migrations'))
  execFileSync(
    process.execPath,
    [
      cli,
      '--dialect=postgres',
      `--url=${ownerUrl}`,
      '--out-file=server/src/platform/database/types.ts',
      '--numeric-parser=string',
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      '--include-pattern=public.*',
      '--exclude-pattern=*(audit_*|schema_migration)',
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  )
} finally {
  await postgres.stop()
}
