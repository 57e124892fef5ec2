import type { contract, HandlerOutput } from '@dentin/contract'
import { add, dayRange, fen, sum, today, yuanToFen, type LocalDate } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { countPrint } from '../issued-document/index.ts'
import { clinicHead } from '../ledger/index.ts'
import { patientBriefs, seesAmounts } from '../patient/index.ts'
import { heldBefore, movementsBetween, type CardRow } from './queries.ts'

/** Movements on one statement. */
const MOST = 2000
const NOTHING = { principalAfter: fen(0), bonusAfter: fen(0), pointsAfter: 0, timesAfter: 0 }

/** What a card held when a range of days began, each movement, and what it held at the end: opening and movements come to it. */
export async function statementOf(
  ctx: ClinicContext,
  card: CardRow,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<HandlerOutput<typeof contract.memberCard.statement>> {
  const { tx } = ctx
  if (!seesAmounts(ctx)) throw new AppError('FORBIDDEN')
  if (from > to) throw fieldError('BAD_INPUT', 'to', '结束日期不能早于开始日期')
  const span = { from: dayRange(from).from, to: dayRange(to).to }
  const [before = NOTHING, rows, patients] = await Promise.all([
    heldBefore(tx, card.id, span.from),
    movementsBetween(tx, card.id, span, MOST),
    patientBriefs(tx, [card.patientId]),
  ])
  if (rows.length > MOST) throw fieldError('BAD_INPUT', 'from', `这段时间超过 ${MOST} 笔，请缩短`)
  const opening = {
    principal: before.principalAfter,
    bonus: before.bonusAfter,
    points: before.pointsAfter,
    times: before.timesAfter,
  }
  const moved = {
    principal: sum(rows.map(({ principalDelta }) => principalDelta)),
    bonus: sum(rows.map(({ bonusDelta }) => bonusDelta)),
    points: rows.reduce((all, { pointsDelta }) => all + pointsDelta, 0),
    times: rows.reduce((all, { timesDelta }) => all + timesDelta, 0),
  }
  const patient = patients.get(card.patientId)
  if (!patient) throw new AppError('NOT_FOUND')
  return {
    clinic: await clinicHead(tx, ctx.clinicId),
    patient: { ...patient, patientId: card.patientId, patientName: patient.name },
    card: { cardNo: card.cardNo, typeName: card.typeName, kind: card.kind, expireDate: card.expireDate },
    from,
    to: to > today(tx.now) ? today(tx.now) : to,
    opening,
    closing: {
      principal: add(opening.principal, moved.principal),
      bonus: add(opening.bonus, moved.bonus),
      points: opening.points + moved.points,
      times: opening.times + moved.times,
    },
    list: rows.map((row) => ({
      ...row,
      ways: row.ways.map(({ name, amount }) => ({ name, amount: yuanToFen(amount) })),
    })),
    ...(await countPrint(ctx, 'member_card', card.id, card.patientId)),
  }
}
