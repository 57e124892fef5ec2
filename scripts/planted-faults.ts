// Plants one fault after another in a copy of the project and runs the test that must find it: a fault that stays green is a hole. It
// runs without a fault first: a test that is red anyway finds nothing.
// node scripts/run.mjs scripts/planted-faults.ts [parts of names]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

interface Fault {
  name: string
  file: string
  /** What stands in the file, once, and what is put in its place. */
  from: string
  to: string
}

const faults: readonly Fault[] = [
  {
    name: 'rounding: a percent is cut off instead of rounded half-up',
    file: 'packages/kit/src/money.ts',
    from: 'if (Number.isSafeInteger(percent)) return productHalfUp(fen(f), percent, 100)',
    to: 'if (Number.isSafeInteger(percent)) return fen(Math.trunc((fen(f) * percent) / 100))',
  },
  {
    name: 'order of ways: the first charge goes back first',
    file: 'packages/kit/src/settlement.ts',
    from: 'return bonus || b.charge - a.charge ||',
    to: 'return bonus || a.charge - b.charge ||',
  },
  {
    name: 'bonus: what its lines can no longer bear stays on the bill',
    file: 'packages/kit/src/settlement.ts',
    from: 'const misfit = Math.max(0, bonus - bearable)',
    to: 'const misfit = 0 * Math.max(0, bonus - bearable)',
  },
  {
    name: 'closed day: a shift that was handed over takes entries',
    // Where posting was defined last.
    file: 'server/db/migrations/202611281720_postings_of_purses.sql',
    from: "raise exception 'the shift was handed over' using errcode = 'check_violation', constraint = 'ledger_shift_open'",
    to: "raise notice 'the shift was handed over'",
  },
  {
    name: 'allocation: what stays is never laid anew',
    file: 'packages/kit/src/settlement.ts',
    from: 'const exact = whole && laidOn(laid, touched).every((lay, n) => lay === ways[n])',
    to: 'const exact = whole',
  },
  {
    name: 'points: rounded half-up',
    file: 'packages/kit/src/card.ts',
    from: 'return Math.max(0, Math.floor((paid * Math.round(perYuan * 100)) / 10_000))',
    to: 'return Math.max(0, Math.round((paid * Math.round(perYuan * 100)) / 10_000))',
  },
  {
    name: 'cap: bonus that lies on the bill is forgotten',
    file: 'packages/kit/src/card.ts',
    from: 'const allowed = Math.floor((use.eligible * use.maxBonusRatio) / 100) - use.bonusOnBill',
    to: 'const allowed = Math.floor((use.eligible * use.maxBonusRatio) / 100)',
  },
  {
    name: "sub-card: what it spent today doesn't count against its limit",
    file: 'server/src/modules/card/purse.ts',
    from: 'fen(Math.max(0, named.dayLimit - (await spentToday(tx, named.id))))',
    to: 'fen(Math.max(0, named.dayLimit - 0 * (await spentToday(tx, named.id))))',
  },
  {
    name: 'instalment: the remainder is on the first',
    file: 'packages/kit/src/instalments.ts',
    from: 'amount: n === count - 1 ? last : each,',
    to: 'amount: n === 0 ? last : each,',
  },
  {
    name: 'inter-clinic: uses of a times card are not owed',
    file: 'server/db/migrations/202611260300_member_cards.sql',
    from: "('interClinic', -coalesce(v_abroad.principal, 0) - coalesce(v_abroad.times, 0)), ('bonusGiven', -coalesce(v_abroad.bonus, 0))",
    to: "('interClinic', -coalesce(v_abroad.principal, 0)), ('bonusGiven', -coalesce(v_abroad.bonus, 0) - coalesce(v_abroad.times, 0))",
  },
  {
    name: 'prepayment: what went back before is forgotten when somebody has to agree',
    file: 'server/src/modules/prepay/commands.ts',
    from: 'approvalFrom(refundApprovalAmount, (await wentBack(tx, [found.id])).get(found.id))',
    to: 'approvalFrom(refundApprovalAmount, (await wentBack(tx, [])).get(found.id))',
  },
  {
    name: 'coupon: it stays used when its lines go back',
    file: 'server/src/modules/billing/refunds/commands.ts',
    from: 'await freeCoupons(tx, bill, linesGone(standing, taken))',
    to: 'await freeCoupons(tx, bill, linesGone(standing, []))',
  },
  {
    name: 'points: those that paid do not come back',
    file: 'server/src/modules/billing/cards.ts',
    from: 'return cardId && points > 0 && !closed.has(cardId) ? pointsSpent',
    to: 'return cardId && points < 0 && !closed.has(cardId) ? pointsSpent',
  },
  {
    name: 'unit: a claim that was settled is charged back to the patient',
    file: 'server/src/modules/billing/cards.ts',
    from: 'return ids.length > 0 && (await payUnitsOf(tx).isSettled(tx, ids))',
    to: 'return ids.length > 1e9 && (await payUnitsOf(tx).isSettled(tx, ids))',
  },
  {
    name: 'voucher: a code that was given back stays used',
    file: 'server/src/modules/billing/refunds/commands.ts',
    from: 'await freeVouchers(tx, bill.id)',
    to: 'if (bill.id === null) await freeVouchers(tx, bill.id)',
  },
  {
    name: 'gateway: money without a place counts as revenue at the end of a month',
    file: 'server/src/modules/ledger/month-close/checks.ts',
    from: 'book.otherIncome - (await withoutPlace(tx, month))',
    to: 'book.otherIncome - 0 * (await withoutPlace(tx, month))',
  },
]

const wanted = process.argv.slice(2)
/** In the order in which they are asked for. */
const chosen = wanted.length === 0 ? faults : wanted.flatMap((part) => faults.filter(({ name }) => name.includes(part)))
const root = path.join(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(tmpdir(), 'dentin-faults-'))
const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: root, stdio: 'pipe' })
let missed = 0
/** Runs the model in the copy. @returns whether it was green, and what it complained about */
function model(): { green: boolean; seconds: number; why: string } {
  const began = Date.now()
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--', 'money-model'], { cwd: copy, encoding: 'utf8' })
  const said = stripVTControlCharacters(stdout + stderr)
  // What a step of a sequence, or an identity after it, said; else what the test said at all.
  const found =
    /Caused by: (?:\w*Error): (.*)/.exec(said)?.[1] ??
    /^\s*(?:→ )?(\w*Error: .*)$/m.exec(said)?.[1] ??
    said.trim().split('\n').at(-1)
  // Each lane counts for itself.
  const after = /Property failed after (\d+) tests/.exec(said)?.[1]
  return {
    green: status === 0,
    seconds: Math.round((Date.now() - began) / 1000),
    why: status === 0 ? '' : `${after ? `in sequence ${after} of a lane: ` : ''}${found ?? ''}`,
  }
}
try {
  run('git', 'clone', '-q', '--local', root, copy)
  for (const folder of ['node_modules', 'web/node_modules']) run('cp', '-al', folder, path.join(copy, folder))
  const sound = model()
  console.log(`${sound.green ? 'green ' : 'RED   '} no fault (${sound.seconds} s) ${sound.why}`)
  if (!sound.green) throw new Error('没有植入错误时模型测试已是红的')
  for (const { name, file, from, to } of chosen) {
    const place = path.join(copy, file)
    const text = readFileSync(place, 'utf8')
    if (text.split(from).length !== 2) throw new Error(`${file}: 应有且只有一处：${from}`)
    writeFileSync(
      place,
      text.replace(from, () => to),
    )
    const { green, seconds, why } = model()
    writeFileSync(place, text)
    if (green) missed += 1
    console.log(`${green ? 'MISSED' : 'found '} ${name} (${seconds} s) ${why}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
if (missed > 0) process.exitCode = 1
