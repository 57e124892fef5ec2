import { CHILD_BELOW, prescriptionKinds, prescriptionStates, skinTests } from '@dentin/contract/core/prescription-words'
import { prescription } from '@dentin/contract/prescription'
import { paper } from '@dentin/contract/paper'
import { medicareTypeNames } from '@dentin/contract/patient-words'
import { formatYuanText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { ageText, ageYears, genderWord } from '../../domain/person.ts'
import { useCall } from '../../lib/query.ts'
import { cx, Logo, PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { usageWords } from './model.ts'
import s from './prescription.module.css'

const colours = { ordinary: 'white', emergency: 'yellow', pediatric: 'green', psychotropic: 'white' } as const

/** The sheet of a prescription in the colour of its kind. Opening it leaves a trace. */
export function PrescriptionSheet({ id, pdf, onBack }: { id: string; pdf: ReactNode; onBack: () => void }) {
  const { data, error, refetch } = useCall(
    prescription.print,
    { id },
    { keep: false, enabled: id !== '', staleTime: 60_000 },
  )
  const hands = useCall(paper.prescriptionSignatures, { id }, { keep: false, enabled: id !== '' }).data
  if (!id) return <PrintPending error="没有指明要打印哪一张处方" onBack={onBack} />
  if (!data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const age = ageYears(data.birthDay, data.prescribedAt)
  const isVoid = prescriptionStates.is(data.status, 'void')
  const isChild = age !== null && age < CHILD_BELOW
  return (
    <PrintView title={`处方 ${data.patientName} ${data.rxNo}`} onBack={onBack} printer={pdf}>
      <PrintPage
        paper="a5"
        logo={<Logo markOnly />}
        clinicName={data.clinicName}
        title="处方笺"
        number={
          <>
            {prescriptionKinds[data.kind]}
            {isVoid && '（已作废）'}
            <br />
            {data.rxNo}
          </>
        }
        patient={
          <div className={s.sheetHead}>
            <span>费别 {medicareTypeNames[data.medicareType ?? 0] ?? '—'}</span>
            <span>
              姓名 <b>{data.patientName}</b>
            </span>
            <span>性别 {genderWord(data.gender) || '—'}</span>
            <span>年龄 {ageText(data.birthDay, data.prescribedAt) || '—'}</span>
            {isChild && <span>体重 {data.weightKg === null ? '—' : `${data.weightKg} kg`}</span>}
            <span>门诊号 {data.medicalNumber}</span>
            <span>科别 {data.deptName ?? '口腔科'}</span>
            <span>日期 {data.prescribedAt.slice(0, 10)}</span>
            <span>诊断 {data.diagnosis}</span>
          </div>
        }
        signatures={[
          { label: '医师', content: data.doctorName, picture: hands?.doctor },
          { label: '审核', content: data.audited?.name, picture: hands?.auditor },
          { label: '调配', content: data.dispensed?.name, picture: hands?.dispenser },
          { label: '核对、发药', content: data.dispensed?.name },
          { label: '金额', content: `${formatYuanText(data.totalAmount)} 元` },
        ]}
        note={[
          `有效至 ${data.validUntil}`,
          data.longReason && `超天数理由：${data.longReason}`,
          data.audited === null && '未经审核，不能调配',
          data.voided && `${data.voided.name} 于 ${data.voided.at.slice(0, 16)} 作废：${data.voidReason ?? ''}`,
        ]
          .filter(Boolean)
          .join('　')}
      >
        <p className={cx(s.rx, s[colours[data.kind]])}>Rp.</p>
        {data.items.map((line, index) => (
          <div key={line.drugId} className={s.drug}>
            <span>{index + 1}.</span>
            <span>
              {line.name} {line.form} {line.spec}
            </span>
            <b>
              × {line.totalQty} {line.unit}
            </b>
            <span className={s.usage}>
              用法：{usageWords(line)}
              {line.remark && `　${line.remark}`}
              {line.skinTest !== 'none' &&
                `　皮试（${skinTests[line.skinTest]}${line.skinTestName ? ` ${line.skinTestName} ${line.skinTestAt?.slice(0, 16) ?? ''}` : ''}）`}
            </span>
          </div>
        ))}
        {data.advice.map((sentence) => (
          <p key={sentence} className={s.advice}>
            注意：{sentence}
          </p>
        ))}
        <div className={s.ended}>处方完毕</div>
        <div className={s.blank} aria-hidden />
      </PrintPage>
    </PrintView>
  )
}
