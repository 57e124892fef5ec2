import { planOutcomes } from '@dentin/clinical/plan-marks'
import { formatTeeth, parseTeeth } from '@dentin/clinical/teeth'
import { fenToYuan } from '@dentin/kit/money'
import { ComboBox, Select } from '../../ui/heavy.ts'
import {
  Button,
  ErrorLine,
  Field,
  IconButton,
  Money,
  Popover,
  TextArea,
  TextButton,
  TextField,
} from '../../ui/index.ts'
import { ToothCross, ToothPicker } from '../../ui/tooth/index.ts'
import { atTeeth, lineOf, sumsOf, type DraftLine, type DraftOption } from './draft.ts'
import { findTariffs } from '../../domain/tariffs.ts'
import s from './treatment-plan.module.css'

const outcomes = planOutcomes.map(({ id, nameZh }) => ({ value: id, label: nameZh }))

interface Props {
  option: DraftOption
  number: number
  percent: number
  doctors: readonly { value: string; label: string }[]
  /** What the server refuses, by the field of the option: 'lines.0.teeth'. */
  problems: ReadonlyMap<string, string>
  onChange: (option: DraftOption) => void
  onCopy: () => void
  onRemove: (() => void) | undefined
}

/** Writes one option: its phases with their items, how long it takes, what speaks for it and against it. */
export function OptionEditor({ option, number, percent, doctors, problems, onChange, onCopy, onRemove }: Props) {
  const set = (part: Partial<DraftOption>) => onChange({ ...option, ...part })
  const setPhase = (at: number, part: Partial<DraftOption['phases'][number]>) =>
    set({ phases: option.phases.map((phase, n) => (n === at ? { ...phase, ...part } : phase)) })
  const setLine = (next: DraftLine) => set({ lines: option.lines.map((line) => (line.key === next.key ? next : line)) })
  const dropPhase = (at: number) =>
    set({
      phases: option.phases.filter((_, n) => n !== at),
      lines: option.lines.flatMap((line) =>
        line.phase === at + 1 ? [] : { ...line, phase: line.phase > at + 1 ? line.phase - 1 : line.phase },
      ),
    })
  // What was chosen last is most likely where the next item goes.
  const lastTeeth = option.lines.at(-1)?.teeth ?? ''
  const sums = sumsOf(option.lines, percent)
  return (
    <section className={s.option} aria-label={`方案 ${number}`}>
      <header className={s.optionHead}>
        <span className={s.number}>{number}</span>
        <TextField
          aria-label={`方案 ${number} 的名称`}
          value={option.name}
          maxLength={30}
          invalid={problems.has('name')}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextButton icon="copy" onClick={onCopy}>
          复制
        </TextButton>
        {onRemove && (
          <TextButton icon="trash" tone="quiet" onClick={onRemove}>
            删除
          </TextButton>
        )}
      </header>
      <div className={s.facts}>
        <Field label="医生">
          <Select
            options={doctors}
            value={option.doctorId}
            clearable
            placeholder="不指定"
            onChange={(doctorId) => set({ doctorId })}
          />
        </Field>
        <Field label="疗程（月）" error={problems.get('months')}>
          <TextField
            inputMode="numeric"
            value={option.months}
            onChange={({ target }) => set({ months: target.value.replace(/\D/g, '').slice(0, 3) })}
          />
        </Field>
      </div>
      {option.phases.map((phase, at) => (
        <div key={at} className={s.phaseEdit}>
          <div className={s.phaseHead}>
            <span className={s.phaseNo}>{at + 1}</span>
            <TextField
              aria-label={`方案 ${number} 第 ${at + 1} 阶段`}
              value={phase.name}
              maxLength={30}
              onChange={({ target }) => setPhase(at, { name: target.value })}
            />
            <TextField
              aria-label={`第 ${at + 1} 阶段的月份`}
              type="month"
              value={phase.month}
              onChange={({ target }) => setPhase(at, { month: target.value })}
            />
            <span className={s.visits}>
              <TextField
                aria-label={`第 ${at + 1} 阶段的就诊次数`}
                inputMode="numeric"
                value={String(phase.visits)}
                onChange={({ target }) => setPhase(at, { visits: Number(target.value.replace(/\D/g, '').slice(0, 2)) })}
              />
              次
            </span>
            {option.phases.length > 1 && (
              <IconButton icon="x" size="xs" label={`去掉第 ${at + 1} 阶段`} onClick={() => dropPhase(at)} />
            )}
          </div>
          {option.lines.map(
            (line, n) =>
              line.phase === at + 1 && (
                <LineEditor
                  key={line.key}
                  line={line}
                  problem={[...problems].find(([field]) => field.startsWith(`lines.${n}.`))?.[1]}
                  onChange={setLine}
                  onRemove={() => set({ lines: option.lines.filter(({ key }) => key !== line.key) })}
                />
              ),
          )}
          <ComboBox
            label={`方案 ${number} 第 ${at + 1} 阶段加项目`}
            placeholder="加项目：名称、拼音首字母或编码"
            size="sm"
            icon="plus"
            search={findTariffs}
            keyOf={(item) => item.id}
            render={(item) => (
              <span className={s.found}>
                {item.name}
                <span className="t-12 tertiary">
                  <Money yuan={item.price} /> / {item.unit}
                </span>
              </span>
            )}
            onPick={(tariff) => set({ lines: [...option.lines, lineOf(tariff, at + 1, lastTeeth)] })}
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="tint"
        icon="plus"
        onClick={() =>
          set({ phases: [...option.phases, { name: `第 ${option.phases.length + 1} 阶段`, month: '', visits: 1 }] })
        }
      >
        加阶段
      </Button>
      {problems.has('lines') && <ErrorLine>{problems.get('lines')}</ErrorLine>}
      <div className={s.facts}>
        <Field label="有利" help="一行一条">
          <TextArea rows={3} value={option.pros} onChange={({ target }) => set({ pros: target.value })} />
        </Field>
        <Field label="要想到的" help="一行一条">
          <TextArea rows={3} value={option.cons} onChange={({ target }) => set({ cons: target.value })} />
        </Field>
      </div>
      <div className={s.price}>
        <span className="t-13 secondary">
          原价 <Money yuan={fenToYuan(sums.original)} />
          {sums.discount > 0 && (
            <>
              {'　'}优惠 <Money yuan={fenToYuan(sums.discount)} as="deduction" />
            </>
          )}
        </span>
        <div className={s.total}>
          <span className="t-12 tertiary">方案价</span>
          <Money yuan={fenToYuan(sums.receivable)} strong />
        </div>
      </div>
    </section>
  )
}

interface LineProps {
  line: DraftLine
  problem: string | undefined
  onChange: (line: DraftLine) => void
  onRemove: () => void
}

function LineEditor({ line, problem, onChange, onRemove }: LineProps) {
  return (
    <>
      <div className={s.lineEdit}>
        <Popover
          content={
            <ToothPicker
              value={parseTeeth(line.teeth)}
              onChange={(teeth) => onChange(atTeeth(line, formatTeeth(teeth)))}
            />
          }
        >
          <button type="button" className={s.teeth} title="牙位">
            <span className="sr-only">{line.name}的牙位：</span>
            {line.teeth ? (
              <ToothCross teeth={parseTeeth(line.teeth)} />
            ) : (
              <span className="t-12 tertiary">{line.toothRequired ? '选牙位' : '—'}</span>
            )}
          </button>
        </Popover>
        <span className={s.item}>{line.name}</span>
        <Select
          size="sm"
          label={`${line.name}做完后`}
          options={outcomes}
          value={line.outcome}
          clearable
          placeholder="图上不显示"
          onChange={(outcome) => onChange({ ...line, outcome })}
        />
        <span className={s.visits}>
          <TextField
            aria-label={`${line.name}的数量`}
            inputMode="numeric"
            value={String(line.qty)}
            onChange={({ target }) =>
              onChange({ ...line, qty: Math.min(999, Number(target.value.replace(/\D/g, '')) || 1) })
            }
          />
          {line.unit}
        </span>
        <span className={s.amount}>
          <Money yuan={line.price} />
        </span>
        <IconButton icon="x" size="xs" label={`去掉${line.name}`} onClick={onRemove} />
      </div>
      {problem && <p className={s.problem}>{problem}</p>}
    </>
  )
}
