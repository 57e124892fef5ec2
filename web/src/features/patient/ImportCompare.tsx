import { importChoiceNames } from '@dentin/contract/patient'
import { Dialog } from '../../ui/heavy.ts'
import { Button, ErrorLine, LinkButton, SkeletonRows } from '../../ui/index.ts'
import { usePatientInformation } from './hooks.ts'
import { ageText, genderWord } from '../../domain/person.ts'
import s from './import.module.css'
import both from './patient.module.css'
import type { Row } from './ImportState.tsx'

export type Choice = keyof typeof importChoiceNames

export const choices = Object.entries(importChoiceNames).map(([value, label]) => ({ value: value as Choice, label }))

/** A row beside the file that it may be. */
export function CompareDialog({
  row,
  patientId,
  fileTo,
  onClose,
  onChoose,
}: {
  row: Row
  patientId: string
  fileTo: string
  onClose: () => void
  onChoose: (choice: Choice) => void
}) {
  const { data: file, error, refetch } = usePatientInformation(patientId)
  const lines: { title: string; row: string; file: string }[] = file
    ? [
        { title: '姓名', row: row.cells['姓名'] ?? '', file: file.name },
        { title: '性别', row: row.cells['性别'] ?? '', file: genderWord(file.gender) },
        {
          title: '出生日期',
          row: row.cells['出生日期'] ?? (row.cells['年龄'] ? `${row.cells['年龄']} 岁` : ''),
          file: file.birthDay === null ? '' : file.birthYearEstimated ? ageText(file.birthDay) : file.birthDay,
        },
        { title: '手机号', row: row.cells['手机号'] ?? '', file: file.mobile ?? '' },
        { title: '病历号', row: row.cells['病历号'] ?? '', file: file.medicalNumber },
        { title: '责任医生', row: row.cells['责任医生'] ?? '', file: file.respDoctorName ?? '' },
        { title: '过敏史', row: row.cells['过敏史'] ?? '', file: file.allergyHistory },
        {
          title: '最近就诊',
          row: '',
          file: file.lastVisitAt ? `${file.lastVisitAt.slice(0, 10)}，共 ${file.visitCount} 次` : '还没有就诊',
        },
      ]
    : []
  return (
    <Dialog
      open
      width={620}
      title={`第 ${row.rowNo} 行与已有档案`}
      onClose={onClose}
      footer={
        <div className={s.buttons}>
          <LinkButton to={fileTo} target="_blank" icon="external">
            打开档案
          </LinkButton>
          <Button onClick={() => onChoose('create')}>是另一个人，仍建档</Button>
          <Button variant="primary" onClick={() => onChoose('skip')}>
            是同一个人，跳过
          </Button>
        </div>
      }
    >
      {error && !file && <ErrorLine onRetry={() => void refetch()}>这份档案没有读到：{error.message}</ErrorLine>}
      {!file && !error && <SkeletonRows rows={6} />}
      {file && (
        <table className={both.compare}>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">表格第 {row.rowNo} 行</th>
              <th scope="col">已有档案</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.title}>
                <td>{line.title}</td>
                <td>{line.row || <span className="tertiary">空</span>}</td>
                <td>{line.file || <span className="tertiary">空</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
