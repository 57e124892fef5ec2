import type { DuplicateFile } from '@dentin/contract/patient'
import { Button, Icon, Tag } from '../../ui/index.ts'
import { PatientLine } from './PatientSearch.tsx'
import { shortDay } from './words.ts'
import s from './patient.module.css'

/** The files that may be the same person, with the offer to use one of them or (unless it is surely the same) to go on. */
export function DuplicatePanel({
  files,
  busy,
  onUse,
  onIgnore,
  ignoreText,
}: {
  files: readonly DuplicateFile[]
  busy: boolean
  onUse: (id: string) => void
  onIgnore: () => void
  ignoreText: string
}) {
  const sure = files.some((each) => each.level === 'strong')
  return (
    <section className={s.duplicates} role="alert" aria-label="疑似重复">
      <div className={s.duplicatesHead}>
        <Icon name="alert-circle" size={16} />
        {sure ? '该证件号已建档' : `疑似重复，请核对 ${files.length} 份已有档案`}
      </div>
      {files.map((file, n) => {
        const { id, name, gender, medicalNumber } = file
        if (id === null || name === null || gender === null || medicalNumber === null)
          return (
            <div key={n} className={s.duplicate}>
              <div className={s.duplicateWords}>
                {file.clinicName}有一份{file.reason}的档案
                <div className="t-12 secondary">不在您的数据范围内，请向该门诊查询</div>
              </div>
            </div>
          )
        return (
          <div key={id} className={s.duplicate}>
            <div className={s.duplicateWords}>
              <PatientLine patient={{ ...file, id, name, gender, medicalNumber }} />
              <div className="t-12 secondary">
                {file.reason}　最近就诊 {shortDay(file.lastVisitAt)}
                {file.archived && (
                  <>
                    　<Tag>已归档</Tag>
                  </>
                )}
              </div>
            </div>
            <Button size="sm" variant="tint" onClick={() => onUse(id)}>
              使用该档案
            </Button>
          </div>
        )
      })}
      {!sure && (
        <div className={s.duplicatesFoot}>
          <span className="secondary">确实是另一个人（如母子共用手机号）时</span>
          <Button size="sm" busy={busy} onClick={onIgnore}>
            {ignoreText}
          </Button>
        </div>
      )}
    </section>
  )
}
