import { cx, Checkbox, Field, Icon, Tag, TextField } from '../../ui/index.ts'
import type { RxFinding } from './hooks.ts'
import { isOverstep } from './model.ts'
import s from './prescription.module.css'

const tones = { 阻断: 'danger', 强提示: 'wait', 提示: 'muted' } as const

/** What the checks say: the rule, the datum it used, and its source. Given answers, a reason or a click is asked for. */
export function Findings({
  findings,
  answers,
}: {
  findings: readonly RxFinding[]
  answers?: {
    reasons: Readonly<Record<string, string>>
    onReason: (key: string, reason: string) => void
    seen: readonly string[]
    onSeen: (key: string, seen: boolean) => void
    /** Reasons were asked for and are not there. */
    wanting: boolean
  }
}) {
  return (
    <ul className={s.findings} aria-label="用药核对">
      {findings.map((each) => (
        <li key={each.key} className={cx(s.finding, each.severity === '阻断' && s.blocked)}>
          <div className={s.findingHead}>
            <Icon name={each.severity === '阻断' ? 'ban' : each.severity === '强提示' ? 'alert' : 'info'} size={16} />
            <Tag tone={tones[each.severity]}>{each.outcome === '命中' ? each.severity : '无法自动核对'}</Tag>
            <span className={s.findingText}>{each.text.replace(/^无法自动核对：/, '')}</span>
          </div>
          <div className={s.findingDatum}>
            依据：{each.datum}　来源：{each.source}
          </div>
          {answers && each.severity === '阻断' && (
            <Field
              label="仍要开具的理由（审核时须第二人签名）"
              required
              error={answers.wanting && !answers.reasons[each.key]?.trim() ? '请写明理由，或换药' : undefined}
            >
              <TextField
                maxLength={200}
                value={answers.reasons[each.key] ?? ''}
                onChange={(event) => answers.onReason(each.key, event.target.value)}
              />
            </Field>
          )}
          {answers && isOverstep(each) && <p className="secondary t-13">理由写在这种药的「越级使用理由」里</p>}
          {answers && each.severity === '强提示' && !isOverstep(each) && (
            <Checkbox
              checked={answers.seen.includes(each.key)}
              onChange={(event) => answers.onSeen(each.key, event.target.checked)}
            >
              已知晓
            </Checkbox>
          )}
        </li>
      ))}
    </ul>
  )
}
