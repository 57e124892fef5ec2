import { pregnancyNames, type RecordContent } from '@dentin/contract/record'
import { NOT_PREGNANT, pregnancyWords } from '@dentin/contract/core/pregnancy-words'
import { Select } from '../../ui/heavy.ts'
import { FactOfFile } from './FactOfFile.tsx'
import { NumberText } from './NumberText.tsx'
import type { SectionsProps } from './section-props.ts'
import s from './record.module.css'

const pregnancies = (Object.keys(pregnancyNames) as (keyof typeof pregnancyNames)[]).map((value) => ({
  value,
  label: pregnancyNames[value],
}))
const measures = [
  { key: 'bloodPressureSys', label: '收缩压', unit: 'mmHg', width: 112 },
  { key: 'bloodPressureDia', label: '舒张压', unit: 'mmHg', width: 112 },
  { key: 'pulse', label: '脉搏', unit: '次/分', width: 92 },
  { key: 'temperature', label: '体温', unit: '°C', width: 84 },
  { key: 'bloodGlucose', label: '血糖', unit: 'mmol/L', width: 108 },
  { key: 'height', label: '身高', unit: 'cm', width: 84 },
  { key: 'weight', label: '体重', unit: 'kg', width: 84 },
] as const

/** Vital signs, height and weight, what the anaesthetist asks, and a pregnancy with its week. */
export function ConditionFields(props: SectionsProps) {
  const { content, change, readOnly, problems, onActive, gender } = props
  const now = content.generalCondition
  const pregnancy = pregnancyWords(now.pregnancy, now.pregnancyWeek) ?? ''
  const isNews = pregnancy !== NOT_PREGNANT || props.inFile.pregnancy !== ''
  const set = (part: Partial<RecordContent['generalCondition']>) =>
    change((before) => ({ ...before, generalCondition: { ...before.generalCondition, ...part } }))
  return (
    <div className={s.measures} onFocus={() => onActive({ section: 'generalCondition', index: 0 }, '')}>
      {measures.map(({ key, label, unit, width }) => (
        <label key={key} className={s.measure}>
          <span className="secondary t-13">{label}</span>
          <span style={{ width }}>
            <NumberText
              label={label}
              unit={unit}
              readOnly={readOnly}
              field={key === 'bloodPressureSys' ? 'generalCondition' : undefined}
              value={now[key]}
              invalid={problems.has(`generalCondition.${key}`)}
              onChange={(value) => set({ [key]: value })}
            />
          </span>
        </label>
      ))}
      <span className={s.measure}>
        <span className="secondary t-13">ASA</span>
        <Select
          width={84}
          label="ASA 分级"
          placeholder="—"
          clearable
          disabled={readOnly}
          value={now.asa}
          options={['Ⅰ', 'Ⅱ', 'Ⅲ', 'Ⅳ', 'Ⅴ'].map((name, n) => ({ value: n + 1, label: `${name}级` }))}
          onChange={(asa) => set({ asa })}
        />
      </span>
      {gender !== 0 && (
        <span className={s.measure}>
          <span className="secondary t-13">妊娠、哺乳</span>
          <Select
            width={88}
            label="妊娠、哺乳"
            placeholder="—"
            clearable
            disabled={readOnly}
            value={now.pregnancy}
            options={pregnancies}
            onChange={(pregnancy) =>
              set({ pregnancy, pregnancyWeek: pregnancy === 'pregnant' ? now.pregnancyWeek : null })
            }
          />
          {now.pregnancy === 'pregnant' && (
            <span style={{ width: 76 }}>
              <NumberText
                label="孕周"
                unit="周"
                readOnly={readOnly}
                value={now.pregnancyWeek}
                invalid={problems.has('generalCondition.pregnancyWeek')}
                onChange={(value) => set({ pregnancyWeek: value === null ? null : Math.round(value) })}
              />
            </span>
          )}
        </span>
      )}
      {gender !== 0 && !readOnly && isNews && (
        <FactOfFile recordId={props.recordId} fact="pregnancy" text={pregnancy} inFile={props.inFile} />
      )}
      {[...problems]
        .filter(([field]) => field.startsWith('generalCondition'))
        .map(([field, words]) => (
          <div key={field} className={s.problem} role="alert">
            {words}
          </div>
        ))}
    </div>
  )
}
