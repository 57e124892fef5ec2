import type { contract, HandlerOutput } from '@dentin/contract'
import { add, dayRange, today, yuanToFen, type LocalDate } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { countPrint, type AsPreview } from '../issued-document/index.ts'
import { clinicHead } from '../ledger/index.ts'
import { patientBriefs, seesAmounts } from '../patient/index.ts'
import { heldBefore, movementsBetween, type CardRow } from './queries.ts'

/** Movements on one statement. */
const MOST = 2000

/** What a card held when a range of days began, each movement, and what it held at the end: opening and movements come to it. */
export async function statementOf(
  ctx: ClinicContext,
  card: CardRow,
  { from, to, preview }: { from: LocalDate; to: LocalDate } & AsPreview,
): Promise<HandlerOutput<typeof contract.cardStatement.read>> {
  const { tx } = ctx
  if (!seesAmounts(ctx)) throw new AppError('FORBIDDEN')
  if (from > to) throw fieldError('BAD_INPUT', 'to', '结束日期不能早于开始日期')
  const span = { from: dayRange(from).from, to: dayRange(to).to }
  const [opening, rows, patients] = await Promise.all([
    heldBefore(tx, card.id, span.from),
    movementsBetween(tx, card.id, span, MOST),
    patientBriefs(tx, [card.patientId]),
  ])
  if (rows.length > MOST) throw fieldError('BAD_INPUT', 'from', `这段时间超过 ${MOST} 笔，请缩短`)
  // Each line says what the card held then, also where movements were entered in another order.
  let held = opening
  const list = rows.map((row) => {
    held = {
      principal: add(held.principal, row.principalDelta),
      bonus: add(held.bonus, row.bonusDelta),
      points: held.points + row.pointsDelta,
      times: held.times + row.timesDelta,
    }
    return {
      ...row,
      principalAfter: held.principal,
      bonusAfter: held.bonus,
      pointsAfter: held.points,
      timesAfter: held.times,
      ways: row.ways.map(({ name, amount }) => ({ name, amount: yuanToFen(amount) })),
    }
  })
  const patient = patients.get(card.patientId)
  if (!patient) throw new AppError('NOT_FOUND')
  return {
    clinic: await clinicHead(tx, ctx.clinicId),
    patient: { ...patient, patientId: card.patientId, patientName: patient.name },
    card: { cardNo: card.cardNo, typeName: card.typeName, kind: card.kind, expireDate: card.expireDate },
    from,
    to: to > today(tx.now) ? today(tx.now) : to,
    opening,
    closing: held,
    list,
    ...(await countPrint(ctx, 'member_card', card.id, card.patientId, { preview })),
  }
}
