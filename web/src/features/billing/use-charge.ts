import { billStates } from '@dentin/contract/core/status'
import { billing, billingErrors } from '@dentin/contract/billing'
import { fenToYuan, formatYuanText, sum, yuanToFen, ZERO } from '@dentin/kit/money'
import { useState } from 'react'
import { ApiError, NETWORK_ERROR, send } from '../../lib/client.ts'
import { useClinicSettings } from '../../lib/clinic-settings.ts'
import type { Scan } from '../../domain/scan-pay.ts'
import { connection } from '../../lib/offline.ts'
import { toast } from '../../ui/index.ts'
import { bodyOf, draftOf, emptyDraft, newDraft, sameDraft, withoutDiscounts, type Draft } from './draft.ts'
import { useRequestIds } from '../../lib/request-ids.ts'
import { useBillSends, useHold, type BillDetail } from './hooks.ts'
import { paymentsBody, type Allocation, type DraftPayment } from './payments.ts'
import type { ChargeResult } from './SettledPanel.tsx'

/** The bill as the server has it, as far as this screen knows. */
interface Saved {
  id: string | null
  version: number
  draft: Draft
}

export interface Conflict {
  theirs: BillDetail
  changedBy: string
}

/** Another bill of the patient, as the screen saw it. */
export interface OtherBill {
  id: string
  version: number
}

/** The visit a new bill belongs to. */
export interface NewBillFor {
  patientId: string
  registrationId: string | null
  /** Goods are sold, without a visit. */
  retail: boolean
  /** Who sees the patient today, and who has part in that: those of a new bill for which nobody is chosen. */
  doctorId?: string | null
  nurseId?: string | null
  consultantId?: string | null
}

/** Money is taken only where the server answers: nothing of it waits in this browser. */
function refuseOffline(): void {
  if (connection.isLost()) throw new ApiError(NETWORK_ERROR, '离线不可收费，恢复连接后再收')
}

/**
 * Everything that is typed on one bill and how it reaches the server: saving, charging, repaying. Nothing typed is lost by
 * a failure, and what is sent again after a lost connection has its first request id.
 */
export function useCharge(bill: BillDetail | null, forWhom: NewBillFor) {
  const sends = useBillSends()
  const ids = useRequestIds()
  const [saved, setSaved] = useState<Saved>(() => savedOf(bill))
  const [draft, setDraft] = useState<Draft>(saved.draft)
  const [payments, setPayments] = useState<DraftPayment[]>([])
  const [collect, setCollect] = useState(false)
  const [isTogether, setTogether] = useState(false)
  /** Further bills whose arrears are repaid with those of this one. */
  const [alsoRepaid, setAlsoRepaid] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [result, setResult] = useState<ChargeResult | null>(null)
  const [busy, setBusy] = useState(false)
  /** A card or coupon has changed since the bill was saved: it is saved again, with what they give now, before it is charged. */
  const [mustSave, setMustSave] = useState(false)
  /** 归属日 of a new bill that is entered late; null: today. */
  const [belongDate, setBelongDate] = useState<string | null>(null)
  const dirty = !sameDraft(draft, saved.draft)
  const { data: rules } = useClinicSettings()
  useHold(saved.id, dirty && (bill === null || bill.allowed.edit))

  // What this clinic rounds off is known a moment after the screen of a new bill.
  const fresh = saved.id === null && !dirty && rules ? newDraft(rules.rounding) : saved.draft
  if (!sameDraft(fresh, saved.draft)) {
    setSaved({ ...saved, draft: fresh })
    setDraft(fresh)
  }

  // Somebody else saved it: what nobody has touched here follows; what was typed stays until it is sent.
  const changed = bill && bill.version > saved.version ? savedOf(bill) : null
  if (bill && changed && (!dirty || !billStates.is(bill.status, 'due') || sameDraft(changed.draft, draft))) {
    const next = changed
    setSaved(next)
    setDraft(next.draft)
  }

  const newBill = { ...forWhom, ...(belongDate === null ? {} : { belongDate }) }
  /** Opens the bill as it is given, of whoever was chosen or else has part in the visit: so it stands on the screen from then on. */
  const openAs = async (own: Draft, submit: boolean): Promise<{ id: string; version: number }> => {
    const { doctorId, nurseId, consultantId } = forWhom.retail ? {} : forWhom
    const people = {
      doctorId: own.doctorId ?? doctorId ?? null,
      nurseId: own.nurseId ?? nurseId ?? null,
      consultantId: own.consultantId ?? consultantId ?? null,
    }
    const content = { ...newBill, ...bodyOf(own), ...people, submit }
    const opened = await sends.open.mutateAsync({ ...content, requestId: ids.of('open', content) })
    ids.done('open')
    setSaved({ id: opened.id, version: opened.version, draft: { ...own, ...people } })
    setDraft((now) => ({ ...now, ...people }))
    return opened
  }

  /** Saves what is typed and gives the bill's id and version. */
  const save = async (submit: boolean): Promise<{ id: string; version: number }> => {
    if (saved.id === null) return openAs(draft, submit)
    if (!dirty && !mustSave) return { id: saved.id, version: saved.version }
    const { version } = await sends.save.mutateAsync({ id: saved.id, version: saved.version, ...bodyOf(draft) })
    setSaved({ id: saved.id, version, draft })
    setMustSave(false)
    return { id: saved.id, version }
  }

  /** The bill is no longer entered late: it counts for the day on which it is charged. */
  const countToday = () =>
    run(async () => {
      const id = saved.id as string
      const { version } = await sends.save.mutateAsync({
        id,
        version: saved.version,
        ...bodyOf(draft),
        belongDate: null,
      })
      setSaved({ id, version, draft })
    })

  /** The bill as it may be kept while somebody is asked for the rest: one that stands as it is, a new one without discounts. */
  const keepForAsking = async (): Promise<{ id: string; version: number }> => {
    if (saved.id !== null) return { id: saved.id, version: saved.version }
    return openAs(withoutDiscounts(draft), true)
  }

  /** Runs a step; a refusal is told at its place, a version conflict opens both versions. */
  const run = async <T>(work: () => Promise<T>): Promise<T | null> => {
    setBusy(true)
    setFailure(null)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.isConflict && saved.id !== null) {
        const theirs = await send(billing.detail, { id: saved.id }).catch(() => null)
        if (theirs && billStates.is(theirs.status, 'due')) {
          setConflict({ theirs, changedBy: (error.data as { changedBy?: string } | null)?.changedBy ?? '' })
          return null
        }
      }
      if (error.is(billingErrors.DISCOUNT_CHANGED) && error.fields.length === 0) setMustSave(true)
      setFailure(error)
      return null
    } finally {
      setBusy(false)
    }
  }

  /** @param others the patient's other bills that the same payments settle */
  const charge = (allocation: Allocation, others: readonly OtherBill[], arrears: { reason: string } | null) =>
    run(async () => {
      refuseOffline()
      const { id, version } = await save(true)
      const content = {
        id,
        version,
        payments: paymentsBody(payments, allocation),
        leaveArrears: arrears !== null,
        arrearsReason: arrears?.reason ?? '',
        collectArrears: collect && arrears === null,
        together: others.map((each) => ({ id: each.id, version: each.version })),
      }
      const done = await sends.charge.mutateAsync({ ...content, requestId: ids.of('charge', content) })
      ids.done('charge')
      finish(
        { paid: done.paidAmount, change: done.changeAmount, repaid: done.repaidAmount, together: done.together },
        Number(done.arrearsAmount) > 0 ? `，挂账 ${formatYuanText(done.arrearsAmount)}` : '',
      )
      return id
    })

  /** Takes one of the payments by a code; what is typed is kept here until the money is there. `arrears`: what is missing stays owed. */
  const scan = (
    allocation: Allocation,
    others: readonly OtherBill[],
    wanted: Scan & { scanned: number },
    arrears: { reason: string } | null = null,
  ) =>
    run(async () => {
      refuseOffline()
      const { id, version } = await save(true)
      const together = others.map((each) => ({ id: each.id, version: each.version }))
      const owed = { leaveArrears: arrears !== null, arrearsReason: arrears?.reason ?? '' }
      const typed = { payments: paymentsBody(payments, allocation), collectArrears: collect, together, ...owed }
      await sends.scan.mutateAsync({ id, version, ...typed, ...wanted })
      return id
    })

  /** Takes arrears by a code. */
  const scanRepay = (allocation: Allocation, { gateway, authCode }: Scan) =>
    run(async () => {
      refuseOffline()
      const billId = saved.id as string
      const body = paymentsBody(payments, allocation)
      await sends.scanRepay.mutateAsync({ billId, payments: body, gateway, ...(authCode ? { authCode } : {}) })
      return billId
    })

  /** @param others further bills of the patient whose arrears the same payments repay, the oldest first */
  const repay = (allocation: Allocation, others: readonly string[]) =>
    run(async () => {
      refuseOffline()
      const id = saved.id as string
      const content = {
        patientId: forWhom.patientId,
        billIds: [id, ...others],
        payments: paymentsBody(payments, allocation),
      }
      const done = await sends.repay.mutateAsync({ ...content, requestId: ids.of('repay', content) })
      ids.done('repay')
      const repaid = sum(done.repaid.map((each) => yuanToFen(each.amount)))
      finish({ paid: fenToYuan(repaid), change: done.changeAmount, repaid: fenToYuan(ZERO), together: [] }, '')
      return id
    })

  const finish = (next: ChargeResult, more: string) => {
    setResult(next)
    setPayments([])
    setCollect(false)
    setTogether(false)
    setAlsoRepaid([])
    const change = Number(next.change) > 0 ? `，找零 ${formatYuanText(next.change)}` : ''
    toast.success(
      `已收 ${formatYuanText(fenToYuan(sum([next.paid, next.repaid, ...next.together.map((each) => each.paidAmount)].map(yuanToFen))))}${change}${more}`,
    )
  }

  /** Keeps one of two versions: the other person's, or mine on top of it. */
  const resolve = (mine: boolean) => {
    if (!conflict) return
    const next = savedOf(conflict.theirs)
    setSaved(next)
    if (!mine) setDraft(next.draft)
    setConflict(null)
  }

  return {
    saved,
    draft,
    change: (patch: Partial<Draft>) => setDraft((now) => ({ ...now, ...patch })),
    dirty,
    mustSave,
    /** Goes back to what was saved. */
    discard: () => setDraft(saved.draft),
    payments,
    setPayments,
    collect,
    setCollect,
    isTogether,
    setTogether,
    alsoRepaid,
    setAlsoRepaid,
    failure,
    /** What is typed is paid. */
    finish,
    clearFailure: () => setFailure(null),
    conflict,
    dropConflict: () => setConflict(null),
    resolve,
    result,
    clearResult: () => setResult(null),
    busy,
    sends,
    ids,
    run,
    save,
    keepForAsking,
    belongDate,
    setBelongDate,
    countToday,
    charge,
    scan,
    scanRepay,
    repay,
  }
}

function savedOf(bill: BillDetail | null): Saved {
  return bill
    ? { id: bill.id, version: bill.version, draft: draftOf(bill) }
    : { id: null, version: 0, draft: emptyDraft }
}
