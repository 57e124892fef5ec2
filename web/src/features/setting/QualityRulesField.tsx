import {
  isAdjustable,
  levelsOf,
  qualityLevelNames,
  qualityRules,
  qualityRulesOf,
  type QualitySetting,
} from '@dentin/contract/core/quality-rules'
import { useState } from 'react'
import { Dialog, Select } from '../../ui/heavy.ts'
import { Button, Field, NumberField } from '../../ui/index.ts'
import s from './setting.module.css'

const nameOf = (level: 0 | 1 | 2 | 3) => (level === 0 ? '不查' : qualityLevelNames[level])

interface Props {
  value: readonly QualitySetting[]
  onChange: (next: QualitySetting[]) => void
  disabled: boolean
}

/** How the clinic takes the rules of the quality check: what differs from the list is said, all of them in a dialog. */
export function QualityRulesField({ value, onChange, disabled }: Props) {
  const [open, setOpen] = useState(false)
  const changed = qualityRulesOf(value).filter((rule, n) => differs(rule, n))
  return (
    <Field label="病历质控" group help="阻断的不能签名；扣分的从 100 分里扣；提示只说不扣">
      <div className={s.inline}>
        <span className="t-13">
          {changed.length === 0
            ? '按平台的规则'
            : `${changed.length} 条与平台不同：${changed.map(({ name }) => name).join('、')}`}
        </span>
        <Button size="sm" icon="sliders" onClick={() => setOpen(true)}>
          {disabled ? '查看' : '调整'}
        </Button>
      </div>
      {open && <RulesDialog value={value} disabled={disabled} onClose={() => setOpen(false)} onChange={onChange} />}
    </Field>
  )
}

/** Whether a rule, the n-th of the list, is taken otherwise than the list says. */
function differs({ level, points }: QualitySetting, n: number): boolean {
  const usual = qualityRules[n]
  return usual !== undefined && (usual.level !== level || usual.points !== points)
}

function RulesDialog({ value, onChange, disabled, onClose }: Props & { onClose: () => void }) {
  const [rules, setRules] = useState(() => qualityRulesOf(value))
  const change = (id: QualitySetting['id'], patch: Partial<QualitySetting>) =>
    setRules((now) => now.map((rule) => (rule.id === id ? { ...rule, ...patch } : rule)))
  const take = () => {
    onChange(rules.filter(differs).map(({ id, level, points }) => ({ id, level, points })))
    onClose()
  }
  return (
    <Dialog
      open
      width={640}
      sticky
      title="病历质控"
      submitText={disabled ? '知道了' : '确定'}
      onClose={onClose}
      onSubmit={disabled ? onClose : take}
    >
      <div className={s.rulesBox}>
        <table className={s.rules}>
          <thead>
            <tr>
              <th>规则</th>
              <th>严重程度</th>
              <th>扣分</th>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ id, name, level, points }) => {
              const fixed = disabled || !isAdjustable(id)
              return (
                <tr key={id}>
                  <td>
                    <span className={s.ruleId}>{id}</span>
                    {name}
                  </td>
                  <td>
                    {fixed ? (
                      nameOf(level)
                    ) : (
                      <Select
                        label={`${name}的严重程度`}
                        value={level}
                        options={levelsOf(id).map((each) => ({ value: each, label: nameOf(each) }))}
                        onChange={(next) => change(id, { level: next ?? level })}
                      />
                    )}
                  </td>
                  <td>
                    {fixed || level === 0 || level === 3 ? (
                      <span className="tertiary">{level === 0 || level === 3 ? '—' : points}</span>
                    ) : (
                      <NumberField
                        aria-label={`${name}的扣分`}
                        min={0}
                        max={100}
                        value={points}
                        onChange={(next) => change(id, { points: next ?? 0 })}
                      />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className="t-12 tertiary">
        同意书没有签时怎样，由上面的「同意书检查」决定；已签名的病历按当时的内容重新计分。
      </p>
    </Dialog>
  )
}
