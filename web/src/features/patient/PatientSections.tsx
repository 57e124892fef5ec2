import { fieldOf, placedIn, type PatientKey, type RequirableField } from '@dentin/contract/patient'
import { patientSections } from '@dentin/contract/patient-fields/field'
import { valueInWords } from '@dentin/contract/patient-fields/in-words'
import { useState, type ReactNode } from 'react'
import { FormSection, TextButton } from '../../ui/index.ts'
import { emptyValues, fieldNames, type PatientForm } from './form.ts'
import type { PatientFile } from './hooks.ts'
import { usePatientControls } from './patient-controls.tsx'

/** What is asked while somebody is waiting. */
const QUICK: readonly PatientKey[] = ['name', 'gender', 'mobile', 'sourceId', 'noMobileReason']

const editOf = (key: PatientKey) => {
  const { edit } = fieldOf(key)
  return edit && !('with' in edit) ? edit : null
}

/** The field whose control asks for this one too. */
const drawnWith = (key: PatientKey) => {
  const { edit } = fieldOf(key)
  return edit && 'with' in edit ? edit.with : null
}

interface SectionsProps {
  form: PatientForm
  file: PatientFile | null
  /** What the clinic asks for in a new file. */
  required: readonly RequirableField[]
  /** Name, sex, phone and source only: somebody is waiting. */
  quick?: boolean
}

/** The fields of a patient's file, in the order in which they are asked. */
export function PatientSections(props: SectionsProps) {
  const draw = usePatientControls(props)
  if (props.quick) return <FormSection title="快速建档">{QUICK.map(draw)}</FormSection>
  return Object.keys(patientSections).map((name) => (
    <Section key={name} {...props} name={name as keyof typeof patientSections} draw={draw} />
  ))
}

/** A section; what of it is rarely used is folded away until asked for, filled, required or wrong. */
function Section({
  form,
  required,
  name,
  draw,
}: SectionsProps & { name: keyof typeof patientSections; draw: (key: PatientKey) => ReactNode }) {
  const { title, folds } = patientSections[name]
  const keys = placedIn('edit').filter((key) => fieldOf(key).section === name)
  const folded: readonly (string | null)[] = keys.filter((key) => editOf(key)?.folded)
  const values: Readonly<Record<string, unknown>> = form.getValues()
  const usual: Readonly<Record<string, unknown>> = emptyValues()
  const filled = (key: PatientKey) => values[key] !== usual[key] && valueInWords(key, values[key]) !== null
  const hidden = fieldNames.filter((key) => folded.includes(key) || folded.includes(drawnWith(key)))
  const [asked, setAsked] = useState(() => hidden.some(filled))
  const open = asked || hidden.some((key) => form.formState.errors[key])
  const shows = (key: PatientKey) => open || !folded.includes(key) || (required as readonly string[]).includes(key)
  return (
    <FormSection
      title={title}
      extra={
        folds && (
          <TextButton icon={open ? 'chevron-up' : 'chevron-down'} aria-expanded={open} onClick={() => setAsked(!open)}>
            {open ? '收起少用的项目' : folds}
          </TextButton>
        )
      }
    >
      {keys.filter(shows).map(draw)}
    </FormSection>
  )
}
