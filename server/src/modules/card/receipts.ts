import { cardMovesIn } from '@dentin/contract/card'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { PaperStanding } from '@dentin/contract/paper'
import { amountInWords, subtract, sum, yuanToFen } from '@dentin/kit'
import { sql } from 'kysely'
import { amounts, columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { handOut } from '../issued-document/index.ts'
import { clinicHead } from '../ledger/index.ts'
import { mustReachPatient } from '../patient/index.ts'
import type { keptWays } from './ways.ts'

const isUndone = (tx: TenantTx) =>
  sql<boolean>`exists (select 1 from card_log r where ${tx.own('r')} and r.reverses_id = l.id)`

const receipts = (tx: TenantTx) =>
  select(
    columns(
      'card_log',
      'l',
      'id',
      'log_no',
      'type',
      'moved_clinic_id',
      'created_at',
      'points_delta',
      'times_delta',
      'reverses_id',
      'operator_name',
      'sales_name',
      'remark',
    ),
    amounts('card_log', 'l', 'principal_delta', 'bonus_delta', 'times_amount_delta', 'principal_after', 'bonus_after'),
    columns('member_card', 'c', 'patient_id', 'card_no', 'type_name', 'kind', 'expire_date'),
    named('patient', 'p', {
      patientName: 'name',
      gender: 'gender',
      birthDay: 'birth_day',
      medicalNumber: 'medical_number',
    }),
    { ways: sql<ReturnType<typeof keptWays>>`l.ways`, undone: isUndone(tx) },
  )

/** The receipt of what was paid for a card. Reading it counts as a print. */
export async function receiptOf(
  ctx: ClinicContext,
  { id, preview }: ParsedInput<typeof contract.memberCard.receipt>,
): Promise<HandlerOutput<typeof contract.memberCard.receipt>> {
  const { tx } = ctx
  const found = await tx.need(
    receipts(tx).keptFrom`card_log l join member_card c on ${tx.own('c')} and c.id = l.card_id
      join patient p on ${tx.own('p')} and p.id = c.patient_id where ${tx.own('l')} and l.id = ${id}`,
  )
  await mustReachPatient(ctx, found.patientId)
  const { reversesId, movedClinicId, undone, ...shown } = found
  const ways = found.ways.map(({ payMethodId, name, amount, tradeNo }) => ({
    payMethodId,
    name,
    amount: yuanToFen(amount),
    tradeNo,
  }))
  const paid = sum(ways.map(({ amount }) => amount))
  if (!cardMovesIn.includes(found.type) || reversesId !== null || paid === 0) throw new AppError('CARD_RECEIPT')
  if (undone) throw new AppError('CARD_RECEIPT', { message: '这笔充值已撤销，不能打印收据' })
  if (movedClinicId !== ctx.clinicId) throw new AppError('CARD_RECEIPT', { message: '收据请到收款的门诊打印' })
  return {
    clinic: await clinicHead(tx, movedClinicId),
    receipt: {
      ...shown,
      ways,
      amount: paid,
      // What is neither kept on the card nor owed as uses is the price of the card, or what a dearer one costs more.
      fee: subtract(subtract(paid, found.principalDelta), found.timesAmountDelta),
    },
    amountInWords: amountInWords(paid),
    ...(await handOut(
      ctx,
      {
        kind: 'cardReceipt',
        sourceId: found.id,
        clinicId: movedClinicId,
        patientId: found.patientId,
        versionNo: 1,
        number: found.logNo,
        figures: [paid],
      },
      { preview },
    )),
  }
}

const standing = (tx: TenantTx) => select({ undone: isUndone(tx) })

/** A receipt holds as long as what it says was not undone; what the card pays or gives back later does not touch it. */
export async function standingOfCardReceipt(tx: TenantTx, id: string): Promise<PaperStanding> {
  const { undone } = await tx.need(standing(tx).keptFrom`card_log l where ${tx.own('l')} and l.id = ${id}`)
  return undone ? 'void' : 'valid'
}
