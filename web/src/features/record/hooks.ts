import type { CalloutKeys } from '@dentin/clinical/callout-words'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { appointment } from '@dentin/contract/appointment'
import { billing } from '@dentin/contract/billing'
import { clinic } from '@dentin/contract/clinic'
import { patient } from '@dentin/contract/patient'
import { record, type RecordType } from '@dentin/contract/record'
import { useEffect, useRef } from 'react'
import { newRequestId, send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { can } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type RecordDetail = WireOutput<typeof record.get>
export type RecordRow = WireOutput<typeof record.ofPatient>[number]
export type WorkRow = WireOutput<typeof record.work>['list'][number]
export type Printed = WireOutput<typeof record.print>
export type Icd = WireOutput<typeof clinic.icdList>[number]

const lists = [record.work, record.ofPatient]
const all = [...lists, record.get, record.versions]

/** A record with all that the editor shows. Reading it leaves a trace, so it is read once and again after a change of status. */
export function useRecord(id: string | null) {
  return useCall(record.get, { id: id ?? '' }, { enabled: id !== null, keep: false, staleTime: 60_000, offline: true })
}

/** Visits to be written, or signed records, kept fresh while others work. */
export function useWork(input: WireInput<typeof record.work>, { enabled = true }: { enabled?: boolean } = {}) {
  useLive(['record', 'reception'], [record.work])
  return useCall(record.work, input, { offline: true, enabled })
}

export function useRecordsOf(patientId: string, deleted: 0 | 1 = 0, enabled = true) {
  useLive(['record'], [record.ofPatient])
  return useCall(record.ofPatient, { id: patientId, deleted }, { enabled, keep: false, offline: true })
}

/** Everything that a patient's mouth has been through. */
export function useMouthHistory(patientId: string) {
  useLive(['record'], [record.mouth])
  return useCall(record.mouth, { id: patientId }, { keep: false })
}

/** What the items of a record cost, kept fresh while the price list changes. */
export function useRecordPrices(id: string, enabled: boolean) {
  useLive(['tariff'], [record.prices])
  return useCall(record.prices, { id }, { enabled, keep: false })
}

export function useVersions(id: string, enabled: boolean) {
  return useCall(record.versions, { id }, { enabled, keep: false })
}

export function useCompare(input: WireInput<typeof record.compare>) {
  return useCall(record.compare, input, { staleTime: 60_000 })
}

/** The record of a visit: the one that is there, else a new one when this person may write it. */
export function useRecordOfVisit(
  patientId: string,
  treatmentId: string,
  recordType: RecordType = 1,
): { id: string | null; problem: string | null } {
  const list = useCall(record.ofPatient, { id: patientId }, { keep: false, offline: true })
  const create = useCreateRecord()
  const asked = useRef(false)
  const there =
    list.data?.find((each) => each.treatmentId === treatmentId && each.recordType === recordType)?.id ?? null
  const absent = list.data !== undefined && there === null
  const { mutate } = create
  useEffect(() => {
    if (!absent || asked.current || !can('/patientMedicalRecord:add')) return
    asked.current = true
    mutate({ treatmentId, recordType, requestId: newRequestId() })
  }, [absent, mutate, recordType, treatmentId])
  const known = (create.error?.data as { id?: string } | null | undefined)?.id
  const failed = create.error && !known ? create.error.message : (list.error?.message ?? null)
  const idle = absent && !can('/patientMedicalRecord:add') ? '这次就诊还没有病历' : null
  return { id: there ?? create.data?.id ?? known ?? null, problem: failed ?? idle }
}

export const useCreateRecord = () => useSend(record.create, { refresh: lists })
/** A record that no visit leads to. */
export const useCreateApart = () => useSend(record.createApart, { refresh: [...lists, patient.timeline] })
/** Takes what a record says of a history or an allergy into the file. */
export const useKeepInFile = () =>
  useSend(record.keepInFile, { refresh: [record.get, patient.get, patient.information] })
export const useSign = () => useSend(record.sign, { refresh: all })
export const useAmend = () => useSend(record.amend, { refresh: all })
/** Somebody's own letters of the call-out line. */
export const useCalloutKeys = (enabled: boolean): CalloutKeys =>
  useCall(record.calloutKeys, {}, { enabled, staleTime: Infinity, offline: true }).data?.keys ?? NO_KEYS
const NO_KEYS: CalloutKeys = {}
export const useSaveCalloutKeys = () => useSend(record.saveCalloutKeys, { refresh: [record.calloutKeys] })
export const useAskAmend = () => useSend(record.askAmend, { refresh: all })
export const useDecideAmend = () => useSend(record.decideAmend, { refresh: all })
export const useCountersign = () => useSend(record.countersign, { refresh: all })
export const useRemove = () => useSend(record.remove, { refresh: all })
export const useRestore = () => useSend(record.restore, { refresh: all })
export const useDraftBill = () => useSend(billing.draftFromRecord, { refresh: [billing.ofRecord] })

/** What is printed. Reading it is what counts as printing, so it happens once for each time the sheet is opened. */
export function usePrint(id: string | null) {
  return useCall(record.print, { id: id ?? '' }, { enabled: id !== null, keep: false, staleTime: Infinity })
}
export function usePrintAll(patientId: string | null) {
  return useCall(
    record.printAll,
    { id: patientId ?? '' },
    { enabled: patientId !== null, keep: false, staleTime: Infinity },
  )
}

/** What the patient's record of this kind before this one says; null: there is none, or it may not be read. */
export async function lastContent(of: Pick<RecordDetail, 'id' | 'patientId' | 'visitTime' | 'recordType'>) {
  const list = await send(record.ofPatient, { id: of.patientId }).catch(() => [])
  const before = list.find(
    (each) => each.id !== of.id && each.recordType === of.recordType && each.visitTime < of.visitTime,
  )
  return before
    ? send(record.get, { id: before.id }).then(
        ({ content }) => content,
        () => null,
      )
    : null
}

/** Doctors and kinds of appointment that a next visit may have; nothing for whoever may not book. */
export const useVisitOptions = () =>
  useCall(
    appointment.options,
    {},
    {
      staleTime: 5 * 60_000,
      offline: true,
      enabled: can('/myAppointmentBoard:view') || can('/myAppointmentList:view'),
    },
  ).data

/** Diagnoses by code, name, pinyin or initials. */
export const findIcds = (keyword: string, signal?: AbortSignal): Promise<Icd[]> =>
  send(clinic.icdList, { keyword, limit: 20 }, signal ? { signal } : {})
