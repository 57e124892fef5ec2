import { clinic } from '@dentin/contract/clinic'
import { useCall } from '../../lib/query.ts'
import { Select } from '../../ui/heavy.ts'
import s from './billing.module.css'

/** The doctors of the clinic, to choose from. */
export function useDoctorOptions(): { value: string; label: string }[] {
  const { data = [] } = useCall(clinic.employees, {}, { staleTime: 60_000 })
  return data.filter(({ isDoctor }) => isDoctor).map(({ id, name }) => ({ value: id, label: name }))
}

/** Whose work a bill is: without a doctor it counts for nobody. */
export function BillDoctor({
  chosen,
  proposed,
  problem,
  onChange,
}: {
  chosen: string | null
  /** Who sees the patient today: stands as long as nobody is chosen. */
  proposed: string | null
  problem: string | undefined
  onChange: (doctorId: string | null) => void
}) {
  const options = useDoctorOptions()
  return (
    <div className={s.late}>
      <span className="t-13 secondary">医生</span>
      <Select
        label="医生"
        placeholder="未归属"
        clearable={proposed === null}
        value={chosen ?? proposed}
        options={options}
        onChange={onChange}
      />
      {problem && (
        <span className="t-12 danger" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
