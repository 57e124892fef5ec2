import type { Resource } from '@dentin/contract'
import type { IconName } from '../ui/index.ts'

/** What a dialog that can be opened from anywhere is given. */
export interface GlobalDialogProps {
  onClose: () => void
  /** A patient that is chosen already. */
  patientId: string | null
}

/** Something that can be made from every page: stands in 新建 and opens with `?new=<key>` in the address. */
export interface GlobalDialog {
  key: 'patient' | 'appointment' | 'registration'
  label: string
  icon: IconName
  /** Without this the person does not see it. */
  resource: Resource
}

/** In the order of the 新建 menu. layout/DialogHost.tsx has the component of each. */
export const globalDialogs: readonly GlobalDialog[] = [
  { key: 'patient', label: '添加患者', icon: 'user-plus', resource: '/allTimePatients:add' },
  { key: 'appointment', label: '新建预约', icon: 'calendar-plus', resource: '/myAppointmentBoard:add' },
  { key: 'registration', label: '现场挂号', icon: 'user-check', resource: '/inTreatment:register' },
]
