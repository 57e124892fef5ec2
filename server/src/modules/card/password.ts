import type { Fen } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { hashPassword, isPassword } from '../identity/index.ts'
import { codeAmong, spendCodes } from './confirm.ts'
import type { CardRow } from './queries.ts'
import { rulesOf } from './rules.ts'

/** So many wrong passwords one after another lock a card, for so long. */
const MOST_FAILURES = 5
const LOCKED_MS = 15 * 60_000

/** Does a card ask for its password, or a code of its owner's phone, when this much is paid with it? */
function asksPassword(card: Pick<CardRow, 'rules'>, amount: Fen): boolean {
  const { passwordAbove } = rulesOf(card.rules)
  return passwordAbove !== null && amount > passwordAbove
}

const stored = select(columns('card_password', 'w', 'hash', 'fail_count', 'locked_until'))
const kept = (tx: TenantTx, cardId: string) =>
  tx.need(stored.keptFrom`card_password w where ${tx.own('w')} and w.card_id = ${cardId}`)
const count = (tx: TenantTx, cardId: string, failures: number, until: Date | null) =>
  tx.rows(
    keptSql`update card_password set fail_count = ${failures}, locked_until = ${until}
      where tenant_id = ${tx.tenantId} and card_id = ${cardId} returning card_id`,
  )

/**
 * Holds what was typed against the code that went to the owner's phone, then against the card's password, where its rules ask
 * for one of them. A wrong one is counted in a transaction of its own, which stands although the payment does not.
 */
export async function checkPassword(
  ctx: ClinicContext,
  card: CardRow,
  amount: Fen,
  password: string,
  field: string,
): Promise<void> {
  if (!asksPassword(card, amount)) return
  const { realNow, actor } = ctx.tx
  const refuse = (message: string) => new AppError('CARD_PASSWORD', { message, fields: [{ field, message }] })
  if (password === '') throw refuse(card.hasPassword ? '请输入卡密码或短信验证码' : '请输入短信验证码，或先给卡设密码')
  const codeId = card.mobile ? await codeAmong(ctx, card.mobile, 'card', password) : null
  if (codeId !== null) {
    if (!(await spendCodes(ctx, [codeId]))) throw refuse('验证码已用过，请重新获取')
    return
  }
  if (!card.hasPassword) throw refuse('验证码不正确或已过期')
  // The try is counted before it is looked at: many at once can't be more than five.
  const { hash, left } = await ctx.services.database.withTenant(
    ctx.tenantId,
    ctx.clinicId,
    async (tx) => {
      await tx.rows(
        keptSql`select card_id from card_password where tenant_id = ${tx.tenantId} and card_id = ${card.id} for no key update`,
      )
      const held = await kept(tx, card.id)
      if (held.lockedUntil && held.lockedUntil > realNow) throw locked(held.lockedUntil, realNow, field)
      const tries = (held.lockedUntil ? 0 : held.failCount) + 1
      await count(tx, card.id, tries, tries >= MOST_FAILURES ? new Date(realNow.getTime() + LOCKED_MS) : null)
      return { hash: held.hash, left: MOST_FAILURES - tries }
    },
    actor,
  )
  if (await isPassword(hash, password)) {
    await count(ctx.tx, card.id, 0, null)
    return
  }
  if (left === 0) throw locked(new Date(realNow.getTime() + LOCKED_MS), realNow, field)
  const message = `卡密码不正确，还可试 ${left} 次`
  throw new AppError('CARD_PASSWORD', { message, fields: [{ field, message }] })
}

function locked(until: Date, now: Date, field: string): AppError {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000)
  const message = `卡密码连续输错 5 次，已锁定，${minutes} 分钟后再试`
  return new AppError('CARD_LOCKED', { message, fields: [{ field, message }] })
}

/** Sets the password of a card, or takes it away (''); a locked card is open again. */
export async function keepPassword(tx: TenantTx, cardId: string, password: string): Promise<void> {
  if (password === '') {
    await tx.rows(
      keptSql`delete from card_password where tenant_id = ${tx.tenantId} and card_id = ${cardId} returning card_id`,
    )
    return
  }
  const hash = await hashPassword(password)
  await tx.rows(
    keptSql`insert into card_password (tenant_id, card_id, hash) values (${tx.tenantId}, ${cardId}, ${hash})
      on conflict (tenant_id, card_id) do update set hash = excluded.hash, fail_count = 0, locked_until = null returning card_id`,
  )
}
