import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { IconName } from '../ui/index.ts'

/** What a dialog that can be opened from anywhere is given. */
export interface GlobalDialogProps {
  onClose: () => void
  /** A patient that is chosen already. */
  patientId: string | null
}

/** Something that can be made from every page: stands in 新建 and opens with `?new=<key>` in the address. */
export interface GlobalDialog {
  key: string
  label: string
  icon: IconName
  /** Without this the person does not see it. */
  resource: `/${string}:${string}`
  Component: LazyExoticComponent<ComponentType<GlobalDialogProps>>
}

/** A dialog that is loaded when it is opened for the first time. */
export function dialog(
  entry: Omit<GlobalDialog, 'Component'>,
  load: () => Promise<{ default: ComponentType<GlobalDialogProps> }>,
): GlobalDialog {
  return { ...entry, Component: lazy(load) }
}

/** In the order of the 新建 menu. */
export const globalDialogs: readonly GlobalDialog[] = [
  dialog(
    { key: 'patient', label: '添加患者', icon: 'user-plus', resource: '/allTimePatients:add' },
    () => import('./layout/NewPatient.tsx'),
  ),
  dialog(
    { key: 'appointment', label: '新建预约', icon: 'calendar-plus', resource: '/myAppointmentBoard:add' },
    () => import('./pages/appointment-dialog.tsx'),
  ),
  dialog(
    { key: 'registration', label: '现场挂号', icon: 'user-check', resource: '/inTreatment:register' },
    () => import('./pages/new-registration.tsx'),
  ),
]
