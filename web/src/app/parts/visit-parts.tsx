import type { PatientChoice } from '@dentin/contract/patient'
import { patient } from '@dentin/contract/patient'
import { useState } from 'react'
import { PatientDialog, NewPatientRow, PatientPicker } from '../../features/patient/index.ts'
import type { ChosenPatient } from '../../features/visit/index.ts'
import { send } from '../../lib/client.ts'
import { can } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import { Field, TextButton } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'

interface PickerProps {
  value: ChosenPatient | null
  onPick: (patient: ChosenPatient | null) => void
  /** The name a new file begins with. */
  presetName?: string
}

/** A patient of the clinic, or a new file opened on the spot. */
export function PatientOrNew({ value, onPick, presetName }: PickerProps) {
  const [creating, setCreating] = useState<string | null>(null)
  const [shown, setShown] = useState<PatientChoice | null>(null)
  // Whom another page sent along is known by name only.
  const sent = useCall(patient.information, { id: value?.id ?? '' }, { enabled: value !== null && shown === null })
  const pick = (choice: PatientChoice | null) => {
    setShown(choice)
    onPick(choice && { id: choice.id, name: choice.name })
  }
  const opened = async (id: string) => {
    setCreating(null)
    pick(await send(patient.information, { id }))
  }
  const lastRow = { render: (text: string) => <NewPatientRow text={text} />, onPick: setCreating }
  return (
    <>
      <PatientPicker
        value={shown ?? (value && sent.data ? sent.data : null)}
        onChange={pick}
        autoFocus={value === null}
        {...(can('/allTimePatients:add') ? { lastRow } : {})}
      />
      {value === null && can('/allTimePatients:add') && (
        <TextButton icon="user-plus" onClick={() => setCreating(presetName ?? '')}>
          新建患者
        </TextButton>
      )}
      {creating !== null && (
        <PatientDialog
          quick
          preset={{ name: creating }}
          onClose={() => setCreating(null)}
          onDone={(id) => void opened(id)}
        />
      )}
    </>
  )
}

/** Somebody with an appointment but without a file stands at the desk: choose the file or open one, then check in. */
export function FileForCheckIn({
  name,
  busy,
  onSubmit,
  onClose,
}: {
  name: string
  busy: boolean
  onSubmit: (patientId: string) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<ChosenPatient | null>(null)
  const [tried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (chosen) onSubmit(chosen.id)
  }
  return (
    <Dialog open sticky title={`${name} 还没有建档`} submitText="签到" busy={busy} onSubmit={submit} onClose={onClose}>
      <Field label="患者档案" required error={tried && !chosen ? '请选择或新建患者' : undefined}>
        <PatientOrNew value={chosen} onPick={setChosen} presetName={name} />
      </Field>
    </Dialog>
  )
}
