// Puts the demo clinics into a database: npm run seed [-- --size large|0.01]
// Without a size the ordinary demo goes into an external database; the embedded one gets it at its first start by itself.
// With a size a large chain is made, in the embedded database of DATA_DIR too; with --without money it has no bills and no cards.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDateTime } from '@dentin/kit'
import { seedDemo } from '../server/db/seed/index.ts'
import { largeSize, seedLarge } from '../server/db/seed/large/index.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { makeFileStore } from '../server/src/platform/files/store.ts'

/**
 * While a chain is made nobody else writes: rows of tables that the transaction has emptied go to the disk before it ends
 * and not into the log as well, which is as safe.
 */
const LOADING = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB' }
const say = (line: string) => void process.stdout.write(`${line}\n`)
const config = readConfig(process.env)
const size = sizeOf(process.argv.slice(2))
if (!size && !config.DATABASE_OWNER_URL) {
  process.stderr.write(
    '请设置 DATABASE_OWNER_URL（表所有者的连接串），例如：\n' +
      '  DATABASE_OWNER_URL=postgres://dentin_owner:密码@127.0.0.1:5432/dentin npm run seed\n' +
      '使用内置数据库时不需要这一步：npm start 首次启动会自动建立演示数据（DEMO=false 可关闭）。\n' +
      '大型连锁（40 家门诊、20 万患者、200 万预约）：DATA_DIR=./data-large npm run seed -- --size large（--without money 不要账单与会员卡）\n',
  )
  process.exit(2)
}
// The owner's connection is enough here; the embedded database is started for as long as this takes.
const opened = config.DATABASE_OWNER_URL
  ? { ownerUrl: config.DATABASE_OWNER_URL, appUrl: config.DATABASE_URL, postgres: null }
  : await openDatabase(config, say, LOADING)
try {
  await migrate(
    opened.ownerUrl,
    path.join(path.dirname(fileURLToPath(import.meta.url)), '../server/db/migrations'),
    say,
  )
  const now = config.CLOCK_AT ? parseDateTime(config.CLOCK_AT) : new Date()
  const to = { ownerUrl: opened.ownerUrl, now, files: makeFileStore(config), progress: say }
  const report = size
    ? await seedLarge({ ...to, size })
    : await seedDemo({ ...to, ...(opened.appUrl ? { desk: { appUrl: opened.appUrl, config } } : {}) })
  if (!report) {
    say('数据库中已有其他机构，没有建立演示数据。')
  } else {
    say(`演示账号（密码均为 ${report.password}）：`)
    for (const account of report.accounts)
      say(
        `  ${account.loginName.padEnd(14)} ${account.post}  ${account.name}  ${account.clinics.length > 40 ? '全部门诊' : account.clinics}`,
      )
  }
} finally {
  await opened.postgres?.stop()
}

/** --without money: only files, appointments and records. */
function withoutMoney(words: string[]): boolean {
  const at = words.indexOf('--without')
  return at >= 0 && words[at + 1] === 'money'
}

/** What --size asks for: large, or a part of it as a number. */
function sizeOf(words: string[]) {
  const at = words.findIndex((word) => word === '--size' || word.startsWith('--size='))
  if (at < 0) return null
  const given = words[at]?.split('=')[1] ?? words[at + 1] ?? ''
  const part = given === 'large' ? 1 : Number(given)
  if (Number.isFinite(part) && part > 0 && part <= 1) return largeSize(part, !withoutMoney(words))
  process.stderr.write(`--size 应为 large，或 0 到 1 之间的比例（0.01 为百分之一），不是“${given}”\n`)
  process.exit(2)
}
