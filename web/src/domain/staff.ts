import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { jobs } from '@dentin/contract/core/jobs'
import { useCall } from '../lib/query.ts'

export type Employee = WireOutput<typeof clinic.employees>[number]
export interface StaffChoice {
  value: string
  label: string
}

const choice = ({ id, name }: Employee): StaffChoice => ({ value: id, label: name })

/** Who works in the clinic now, as choices: everybody, and those of a kind. */
export function useStaff() {
  const { data = [] } = useCall(clinic.employees, {}, { staleTime: 5 * 60_000 })
  const those = (suits: (each: Employee) => boolean) => data.filter(suits).map(choice)
  return {
    everybody: data.map(choice),
    doctors: those(({ isDoctor }) => isDoctor),
    consultants: those(({ isConsultant }) => isConsultant),
    nurses: those(({ jobType }) => jobType === jobs.nurse),
    service: those(({ jobType }) => jobType === jobs.service),
  }
}
