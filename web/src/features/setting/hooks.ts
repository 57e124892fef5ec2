import { appointment } from '@dentin/contract/appointment'
import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { followUp } from '@dentin/contract/follow-up'
import { visit } from '@dentin/contract/visit'
import { useCall, useSend } from '../../lib/query.ts'

export type Dept = WireOutput<typeof clinic.deptList>[number]
export type Chair = WireOutput<typeof clinic.chairList>[number]
export type AppointItem = WireOutput<typeof clinic.appointItemList>[number]
export type ClinicItem = WireOutput<typeof clinic.clinicItemList>[number]
export type DictItem = WireOutput<typeof clinic.dictList>[number]
export type Source = WireOutput<typeof clinic.sourceList>[number]

/** What is chosen from while booking and at the desk, read again when a list changed. */
const chosenFrom = [appointment.options, appointment.week, visit.options, clinic.doctors, clinic.chairs]

export const useDepts = () => useCall(clinic.deptList, {})
export const useSaveDept = () => useSend(clinic.saveDept, { refresh: [clinic.deptList, ...chosenFrom] })
export const useChairs = () => useCall(clinic.chairList, {})
export const useSaveChair = () => useSend(clinic.saveChair, { refresh: [clinic.chairList, ...chosenFrom] })
export const useAppointItems = () => useCall(clinic.appointItemList, {})
export const useSaveAppointItem = () =>
  useSend(clinic.saveAppointItem, {
    refresh: [clinic.appointItemList, clinic.clinicItemList, appointment.items, ...chosenFrom],
  })
export const useClinicItems = () => useCall(clinic.clinicItemList, {})
export const useSaveClinicItem = () =>
  useSend(clinic.saveClinicItem, { refresh: [clinic.clinicItemList, appointment.items, ...chosenFrom] })
export const useDicts = () => useCall(clinic.dictList, {})
export const useSaveDictItem = () =>
  useSend(clinic.saveDictItem, { refresh: [clinic.dictList, clinic.dictItems, appointment.options, followUp.options] })
export const useSourceTree = () => useCall(clinic.sourceList, {})
export const useSaveSource = () => useSend(clinic.saveSource, { refresh: [clinic.sourceList, clinic.patientSources] })
export const useProfile = () => useCall(clinic.clinicProfile, {})
export const useSaveProfile = () =>
  useSend(clinic.saveClinicProfile, {
    refresh: [clinic.clinicProfile, clinic.clinicConfig, clinic.settings, ...chosenFrom],
  })
export const useConfig = () => useCall(clinic.clinicConfig, {})
export const useSaveConfig = () =>
  useSend(clinic.saveClinicConfig, {
    refresh: [clinic.clinicConfig, clinic.clinicProfile, clinic.settings, ...chosenFrom],
  })
