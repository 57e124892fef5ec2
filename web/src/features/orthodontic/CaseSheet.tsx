import type { ReactNode } from 'react'
import { genderAge } from '../../domain/person.ts'
import { PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { usePrintedCase, type PrintedCase } from './hooks.ts'

/** A sheet on a case: letterhead, patient, appliance and days at the head. */
export function CaseSheet({
  id,
  title,
  onBack,
  children,
}: {
  id: string
  title: string
  onBack: () => void
  children: (found: PrintedCase) => ReactNode
}) {
  const { data, error, refetch } = usePrintedCase(id)
  if (!data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const days = [
    ['初诊', data.beganOn],
    ['开始', data.startDate],
    ['拆除', data.debondDate],
  ].flatMap(([word, day]) => (day ? [`${word} ${day}`] : []))
  return (
    <PrintView title={`${title} ${data.patientName}`} onBack={onBack}>
      <PrintPage
        paper="a4"
        clinicName={data.clinicName}
        contact={[data.clinicAddress, data.clinicPhone].filter(Boolean).join('　')}
        title={title}
        number={data.caseNo}
        patient={[data.patientName, genderAge(data, data.printedAt), data.appliance, ...days, `医生 ${data.doctorName}`]
          .filter(Boolean)
          .join('　')}
        note={`打印于 ${data.printedAt.slice(0, 16)}`}
        signatures={[{ label: '医生签名' }]}
      >
        {children(data)}
      </PrintPage>
    </PrintView>
  )
}
