import { anchorages } from '@dentin/clinical/orthodontics/exam-words'
import { appliances } from '@dentin/clinical/orthodontics/vocabulary'
import { formatTeeth, parseTeeth } from '@dentin/clinical/teeth'
import type { OrthoExam, OrthoFee, OrthoPlan } from '@dentin/contract/orthodontic'
import { fenToYuan, yuanToFen, type Fen } from '@dentin/kit'
import { Select } from '../../ui/heavy.ts'
import { Button, cx, IconButton, TextArea, TextField } from '../../ui/index.ts'
import { ToothChart } from '../../ui/tooth/index.ts'
import { Chip } from './Chip.tsx'
import { Figure } from './Figure.tsx'
import s from './exam.module.css'

const MOST = 4
const fresh = (n: number): OrthoPlan => ({
  name: `方案${'一二三四'[n] ?? ''}`,
  appliance: '固定金属',
  extraction: '',
  anchorage: null,
  months: 24,
  risks: '',
  fee: null,
  chosen: false,
})
const free: OrthoFee = { total: '0', down: '0', count: 0, each: '0', day: 1 }

interface Props {
  exam: OrthoExam
  set: (part: Partial<OrthoExam>) => void
  readOnly: boolean
  problemOf: (field: string) => string | undefined
}

/** Plans side by side: appliance, extractions on the chart, months, risks and fee; one is chosen. */
export function Plans({ exam, set, readOnly, problemOf }: Props) {
  const { plans } = exam
  const change = (index: number, part: Partial<OrthoPlan>) =>
    set({ plans: plans.map((plan, at) => (at === index ? { ...plan, ...part } : plan)) })
  return (
    <div className={s.group} role="group" aria-label="方案">
      <h2>
        方案
        {!readOnly && plans.length < MOST && (
          <Button size="sm" icon="plus" onClick={() => set({ plans: [...plans, fresh(plans.length)] })}>
            加方案
          </Button>
        )}
      </h2>
      {problemOf('plans') !== undefined && (
        <div className={s.problem} role="alert">
          {problemOf('plans')}
        </div>
      )}
      {plans.length === 0 && <p className="tertiary t-13">还没有方案，加两个并排给患者比较</p>}
      <div className={s.plans}>
        {plans.map((plan, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- plans have no identity but their place
          <article
            key={index}
            className={cx(s.plan, plan.chosen && s.planChosen)}
            aria-label={plan.name || `方案 ${index + 1}`}
          >
            <div className={s.planHead}>
              <TextField
                size="sm"
                aria-label={`方案 ${index + 1} 名称`}
                readOnly={readOnly}
                maxLength={40}
                value={plan.name}
                onChange={(event) => change(index, { name: event.target.value })}
              />
              <Chip
                pressed={plan.chosen}
                disabled={readOnly}
                onClick={() =>
                  set({ plans: plans.map((each, at) => ({ ...each, chosen: at === index ? !plan.chosen : false })) })
                }
              >
                {plan.chosen ? '患者选定' : '选这个'}
              </Chip>
              {!readOnly && (
                <IconButton
                  icon="trash"
                  size="sm"
                  label={`删除${plan.name}`}
                  onClick={() => set({ plans: plans.filter((_, at) => at !== index) })}
                />
              )}
            </div>
            <div className={s.planRow}>
              <Select
                label="矫治器"
                width={112}
                disabled={readOnly}
                value={plan.appliance}
                options={appliances.map((value) => ({ value, label: value }))}
                onChange={(appliance) => appliance && change(index, { appliance })}
              />
              <Select
                label="支抗"
                placeholder="支抗"
                width={104}
                clearable
                disabled={readOnly}
                value={plan.anchorage}
                options={anchorages.map((value) => ({ value, label: `${value}${value.length === 1 ? '支抗' : ''}` }))}
                onChange={(anchorage) => change(index, { anchorage })}
              />
              <Figure
                label={`方案 ${index + 1} 疗程`}
                unit="月"
                whole
                width={84}
                value={plan.months}
                readOnly={readOnly}
                problem={problemOf(`plans.${index}.months`)}
                onChange={(months) => change(index, { months })}
              />
            </div>
            <ToothChart
              dentition="permanent"
              notation="fdi"
              size="small"
              label={`${plan.name}的拔牙`}
              conditions={[]}
              selection={parseTeeth(plan.extraction)}
              readOnly={readOnly}
              onSelectionChange={(teeth) =>
                change(index, { extraction: formatTeeth(teeth.map(({ code }) => ({ code, surfaces: '' }))) })
              }
            />
            <p className={s.extraction}>
              {plan.extraction === '' ? '不拔牙' : `拔 ${plan.extraction.replaceAll(';', ' ')}`}
            </p>
            <TextArea
              aria-label={`方案 ${index + 1} 风险`}
              placeholder="风险"
              rows={2}
              readOnly={readOnly}
              maxLength={500}
              value={plan.risks}
              onChange={(event) => change(index, { risks: event.target.value })}
            />
            <Fee
              fee={plan.fee}
              readOnly={readOnly}
              problem={problemOf(`plans.${index}.fee.total`)}
              onChange={(fee) => change(index, { fee })}
            />
          </article>
        ))}
      </div>
      <div className={s.field}>
        <span className={s.label}>患者选择</span>
        <TextField
          size="sm"
          aria-label="患者选择"
          placeholder="患者和家属的考虑"
          readOnly={readOnly}
          maxLength={300}
          value={exam.patientChoice}
          onChange={(event) => set({ patientChoice: event.target.value })}
        />
      </div>
    </div>
  )
}

const asYuan = (value: number | null): string => (value === null ? '0' : String(Math.round(value * 100) / 100))

/** Down payment and instalments; the whole follows from them. */
function Fee({
  fee,
  readOnly,
  problem,
  onChange,
}: {
  fee: OrthoFee | null
  readOnly: boolean
  problem: string | undefined
  onChange: (fee: OrthoFee | null) => void
}) {
  const now = fee ?? free
  const put = (part: Partial<OrthoFee>) => {
    const next = { ...now, ...part }
    const total = yuanToFen(next.down) + next.count * yuanToFen(next.each)
    onChange({ ...next, total: fenToYuan(total as Fen) })
  }
  const figure = (key: 'down' | 'each', label: string) => (
    <Figure
      label={label}
      unit="元"
      width={96}
      value={fee ? Number(fee[key]) : null}
      readOnly={readOnly}
      onChange={(value) => (value === null || value >= 0 ? put({ [key]: asYuan(value) }) : undefined)}
    />
  )
  return (
    <div className={s.fee}>
      <span className={s.inline}>首付 {figure('down', '首付')}</span>
      <span className={s.inline}>
        <Figure
          label="期数"
          unit="期"
          whole
          width={66}
          value={fee ? fee.count : null}
          readOnly={readOnly}
          onChange={(count) => put({ count: Math.max(0, count ?? 0) })}
        />
        × {figure('each', '每期')}
      </span>
      <span className={s.inline}>
        每月
        <Figure
          label="每月几号"
          unit="日"
          whole
          width={66}
          value={fee ? fee.day : null}
          readOnly={readOnly}
          onChange={(day) => put({ day: day ?? 1 })}
        />
      </span>
      <b className="num">共 {now.total} 元</b>
      {problem !== undefined && (
        <div className={s.problem} role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}
