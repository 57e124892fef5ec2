import { clinic } from '@dentin/contract/clinic'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { patient } from '@dentin/contract/patient'
import { send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type PatientRow = WireOutput<typeof patient.list>['list'][number]
export type PatientFile = WireOutput<typeof patient.get>
export type PatientInformation = WireOutput<typeof patient.information>
export type FoundPatient = WireOutput<typeof patient.search>[number]
export type Visit = WireOutput<typeof patient.timeline>['list'][number]
export type RecordApart = WireOutput<typeof patient.timeline>['apart'][number]
export type ListQuery = WireInput<typeof patient.list>
export type CreateInput = WireInput<typeof patient.create>
export type UpdateInput = WireInput<typeof patient.update>

const lists = [patient.list, patient.tabCounts, patient.groupList, patient.archivedList, patient.binList]
const file = [patient.information, patient.account, patient.timeline, patient.toothConditions]

/** A page of patients and the counts of the saved filters, kept fresh while others work. */
export function usePatientList(query: ListQuery) {
  useLive(['patient', 'bill', 'appointment'], lists)
  return { page: useCall(patient.list, query), counts: useCall(patient.tabCounts, {}) }
}

/** What the bar shows. */
export function usePatientInformation(id: string | null) {
  useLive(['patient', 'bill', 'appointment', 'reception'], [patient.information])
  return useCall(patient.information, { id: id ?? '' }, { enabled: id !== null, keep: false, offline: true })
}

/** The whole file. Reading it leaves a trace, so it is read once and again only after a change. */
export function usePatientFile(id: string | null) {
  return useCall(patient.get, { id: id ?? '' }, { enabled: id !== null, keep: false, staleTime: Infinity })
}

export function usePatientAccount(id: string | null) {
  useLive(['patient', 'bill'], [patient.account])
  return useCall(patient.account, { id: id ?? '' }, { enabled: id !== null, keep: false, offline: true })
}

export function useTimeline(input: WireInput<typeof patient.timeline>, enabled = true) {
  useLive(['reception', 'record', 'bill', 'appointment'], [patient.timeline])
  return useCall(patient.timeline, input, { enabled, offline: true })
}

export function useMouth(id: string) {
  useLive(['record'], [patient.toothConditions])
  return useCall(patient.toothConditions, { id }, { keep: false, offline: true })
}

/** Finds up to ten patients; for fields that look up while typing. */
export function findPatients(keyword: string, signal: AbortSignal): Promise<FoundPatient[]> {
  return send(patient.search, { keyword }, { signal })
}

/** Which other clinics have files with a whole number, where branches keep theirs to themselves. */
export function findElsewhere(mobile: string, signal: AbortSignal): Promise<FileElsewhere[]> {
  return send(patient.findElsewhere, { mobile }, { signal })
}
export type FileElsewhere = WireOutput<typeof patient.findElsewhere>[number]

/** The groups a person sees; with counts only where these are shown. */
export function useGroups(counted = false) {
  useLive(['patient'], [patient.groupList, patient.groupsOfPatient])
  return useCall(patient.groupList, { counts: counted ? '1' : '0' }, { staleTime: 60_000 })
}
export type PatientGroup = WireOutput<typeof patient.groupList>[number]

export const useGroupsOf = (patientId: string) => useCall(patient.groupsOfPatient, { patientId }, { keep: false })
export const useTags = () => useCall(patient.tags, {}, { staleTime: 60_000 })
export const useKeptFilters = () => useCall(patient.filterList, {}, { staleTime: 60_000 })

/** Lists in which a file stands; and everything that shows whose file is open, archived or gone, and in which groups it is. */
export const centreLists = [...lists, patient.groupsOfPatient]
export const centreReads = [...lists, ...file, patient.get, patient.groupsOfPatient]

export function useCreatePatient() {
  return useSend(patient.create, { refresh: lists })
}

export function useUpdatePatient() {
  return useSend(patient.update, { refresh: [...lists, ...file, patient.get] })
}

/** Where patients come from, those still offered, as a path: 网络 / 大众点评. */
export function useSources() {
  const answer = useCall(clinic.patientSources, {}, { staleTime: 5 * 60_000 })
  const all = answer.data ?? []
  const byId = new Map(all.map((each) => [each.id, each]))
  const path = (id: string): string => {
    const one = byId.get(id)
    if (!one) return ''
    return one.parentId ? `${path(one.parentId)} / ${one.name}` : one.name
  }
  const parents = new Set(all.map((each) => each.parentId))
  return all
    .filter((each) => each.enabled && !parents.has(each.id))
    .map((each) => ({ value: each.id, label: path(each.id) }))
}

/** What the clinic asks for when a file is opened. */
export function useRequiredFields(enabled: boolean) {
  return useCall(clinic.settings, {}, { staleTime: 5 * 60_000, enabled }).data?.patientRequired ?? []
}
