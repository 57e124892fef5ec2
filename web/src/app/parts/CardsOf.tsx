import type { PatientChoice } from '@dentin/contract/patient'
import { useState } from 'react'
import { MemberCards } from '../../features/card/index.ts'
import { PatientPicker } from '../../features/patient/index.ts'
import { membersTo, payingTo } from './patient-links.ts'

/** A patient's member cards, on the page of members and in the file. */
export function CardsOf({ patientId }: { patientId: string }) {
  return (
    <MemberCards
      patientId={patientId}
      billTo={(billId) => payingTo(patientId, billId)}
      cardsTo={membersTo}
      renderPicker={(_value, onPick) => <Relative onPick={onPick} />}
    />
  )
}

function Relative({ onPick }: { onPick: (patientId: string | null) => void }) {
  const [chosen, choose] = useState<PatientChoice | null>(null)
  return (
    <PatientPicker
      value={chosen}
      onChange={(patient) => {
        choose(patient)
        onPick(patient?.id ?? null)
      }}
    />
  )
}
