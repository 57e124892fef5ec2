// Puts the demo clinics into an external database: npm run seed
// The embedded database gets them at its first start by itself.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDateTime } from '@dentin/kit'
import { seedDemo } from '../server/db/seed/index.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { makeFileStore } from '../server/src/platform/files/store.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const ownerUrl = process.env.DATABASE_OWNER_URL
if (!ownerUrl) {
  process.stderr.write(
    '请设置 DATABASE_OWNER_URL（表所有者的连接串），例如：\n' +
      '  DATABASE_OWNER_URL=postgres://dentin_owner:密码@127.0.0.1:5432/dentin npm run seed\n' +
      '使用内置数据库时不需要这一步：npm start 首次启动会自动建立演示数据（DEMO=false 可关闭）。\n',
  )
  process.exit(2)
}
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../server/db/migrations')
await migrate(ownerUrl, folder, say)
const now = process.env.CLOCK_AT ? parseDateTime(process.env.CLOCK_AT) : new Date()
const files = makeFileStore(readConfig(process.env))
const report = await seedDemo({ ownerUrl, now, progress: say, files })
if (!report) {
  say('数据库中已有其他机构，没有建立演示数据。')
} else {
  say(`演示账号（密码均为 ${report.password}）：`)
  for (const account of report.accounts)
    say(`  ${account.loginName.padEnd(14)} ${account.post}  ${account.name}  ${account.clinics}`)
}
