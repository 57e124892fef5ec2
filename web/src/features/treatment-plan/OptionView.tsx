import { chartDentition } from '@dentin/clinical/dentition'
import { marksAfterPlan } from '@dentin/clinical/plan-marks'
import { parseTeeth, toothText } from '@dentin/clinical/teeth'
import { isCross, type RecordNotation } from '@dentin/contract/core/papers'
import {
  planLineStates,
  planStates,
  type PlanDetail,
  type PlanLine,
  type PlanOption,
} from '@dentin/contract/treatment-plan'
import { formatYuanText, fenToYuan, sum, yuanToFen } from '@dentin/kit/money'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { ageYears } from '../../domain/person.ts'
import { cx, Icon, IconButton, Menu, Money, Quantity, StatusTag } from '../../ui/index.ts'
import { ToothChart, ToothCross } from '../../ui/tooth/index.ts'
import { discountWords, monthWords } from './words.ts'
import s from './treatment-plan.module.css'

/** Addresses of what a line has become. */
export interface LineLinks {
  recordTo: (id: string) => string
  billTo: (id: string) => string
}

interface Props {
  plan: Pick<PlanDetail, 'mouth' | 'birthDay' | 'status' | 'chosenOptionId' | 'discountPercent'>
  option: PlanOption
  number: number
  links?: LineLinks
  /** Which option the person is looking at as the one to be taken. */
  picked: boolean
  onPick?: (() => void) | undefined
  onCancelLine?: ((line: PlanLine) => void) | undefined
  /** How teeth are written on paper. */
  notation?: RecordNotation
  /** Where lines of it are booked; left out: this person doesn't book. */
  bookTo?: ((lines: readonly PlanLine[]) => string) | undefined
}

/** One option: the mouth when it is done, its phases with their lines, its price, what speaks for it and against it. */
export function OptionView({ plan, option, number, links, picked, onPick, onCancelLine, bookTo, notation }: Props) {
  const marks = useMemo(
    () =>
      marksAfterPlan(
        plan.mouth,
        option.lines.filter(({ cancelledReason }) => cancelledReason === ''),
      ),
    [plan.mouth, option.lines],
  )
  const age = ageYears(plan.birthDay)
  const agreed = planStates.is(plan.status, 'agreed')
  const chosen = plan.chosenOptionId === option.id
  const visits = option.phases.reduce((all, phase) => all + phase.visits, 0)
  const left = option.lines.filter(({ canDiscount }) => !canDiscount).map(({ name }) => name)
  return (
    <section className={cx(s.option, (picked || chosen) && s.picked)} aria-label={`方案 ${number} ${option.name}`}>
      <header className={s.optionHead}>
        {onPick ? (
          <button
            type="button"
            className={s.number}
            aria-pressed={picked}
            aria-label={`选${option.name}`}
            onClick={onPick}
          >
            {number}
          </button>
        ) : (
          <span className={s.number}>{number}</span>
        )}
        <h3 className={s.optionName}>{option.name}</h3>
        <span className="t-13 secondary">{option.doctorName}</span>
        {agreed && (
          <span className={cx('t-12', chosen ? s.chosenWord : 'tertiary')}>{chosen ? '患者已选' : '未选'}</span>
        )}
        <span className={s.optionFacts}>
          就诊 <b className="num">{visits}</b> 次
          {option.months !== null && (
            <>
              {'　'}约 <b className="num">{option.months}</b> 个月
            </>
          )}
        </span>
      </header>
      <div className={s.chart}>
        <ToothChart
          dentition={chartDentition(age, marks)}
          age={age}
          notation={notation ?? 'fdi'}
          conditions={marks}
          selection={[]}
          readOnly
          label={`${option.name}做完以后`}
        />
      </div>
      <div className={s.phases}>
        {option.phases.map((phase, index) => {
          const lines = option.lines.filter((line) => line.phase === index + 1)
          const standing = lines.filter(({ cancelledReason }) => cancelledReason === '')
          const open = standing.filter(isBookable)
          return (
            <div key={`${phase.name}-${index}`}>
              <div className={s.phaseHead}>
                <span className={s.phaseNo}>{index + 1}</span>
                <span>{phase.name}</span>
                <span className="t-12 tertiary">
                  {[monthWords(phase.month), phase.visits > 0 && `${phase.visits} 次`].filter(Boolean).join(' · ')}
                </span>
                {bookTo && agreed && chosen && open.length > 0 && (
                  <Link className={cx('t-12', s.book)} to={bookTo(open)} aria-label={`预约「${phase.name}」`}>
                    <Icon name="calendar-plus" size={14} />
                    预约
                  </Link>
                )}
                <span className={s.phaseSum}>
                  <Money yuan={fenToYuan(sum(standing.map(({ originalAmount }) => yuanToFen(originalAmount))))} />
                </span>
              </div>
              {lines.map((line) => (
                <Line
                  key={line.id}
                  line={line}
                  agreed={agreed && chosen}
                  links={links}
                  onCancel={onCancelLine}
                  bookTo={bookTo}
                  notation={notation}
                />
              ))}
            </div>
          )
        })}
        {option.lines.length === 0 && <p className="tertiary t-13">还没有项目</p>}
      </div>
      <div className={s.price}>
        <dl className={s.ladder}>
          <dt>原价</dt>
          <dd className="num">{formatYuanText(option.originalAmount)}</dd>
          {plan.discountPercent < 100 && (
            <>
              <dt>
                整单 {discountWords(plan.discountPercent)}
                {left.length > 0 && (
                  <span className="t-12 tertiary" title={left.join('、')}>
                    {'　'}
                    {left[0]}
                    {left.length > 1 && `等 ${left.length} 项`}不参与
                  </span>
                )}
              </dt>
              <dd className="num">
                <Money yuan={option.discountAmount} as="deduction" />
              </dd>
            </>
          )}
        </dl>
        <div className={s.total}>
          <span className="t-12 tertiary">方案价</span>
          <Money yuan={option.amount} strong />
        </div>
      </div>
      {(option.pros.length > 0 || option.cons.length > 0) && (
        <div className={s.words}>
          <Said title="有利" icon="check" list={option.pros} />
          <Said title="要想到的" icon="minus" list={option.cons} />
        </div>
      )}
    </section>
  )
}

const Said = ({ title, icon, list }: { title: string; icon: 'check' | 'minus'; list: readonly string[] }) => (
  <div>
    <div className="t-12 tertiary">{title}</div>
    <ul className={s.said}>
      {list.map((each) => (
        <li key={each}>
          <Icon name={icon} size={14} />
          {each}
        </li>
      ))}
    </ul>
  </div>
)

/** Nobody has done, cancelled or booked it. */
const isBookable = ({ status, appointment, record }: PlanLine): boolean =>
  !appointment && !record && !planLineStates.is(status, 'cancelled')

interface LineProps {
  line: PlanLine
  agreed: boolean
  links: LineLinks | undefined
  onCancel: ((line: PlanLine) => void) | undefined
  bookTo: ((lines: readonly PlanLine[]) => string) | undefined
  notation: RecordNotation | undefined
}

function Line({ line, agreed, links, onCancel, bookTo, notation }: LineProps) {
  const navigate = useNavigate()
  const cancelled = planLineStates.is(line.status, 'cancelled')
  return (
    <div
      className={cx(s.line, cancelled && s.cancelled)}
      title={cancelled ? `已取消：${line.cancelledReason}` : undefined}
    >
      <span className={s.cross}>
        {line.teeth === '' ? (
          <span className="tertiary">—</span>
        ) : notation && !isCross(notation) ? (
          toothText(parseTeeth(line.teeth), notation)
        ) : (
          <ToothCross teeth={parseTeeth(line.teeth)} {...(notation ? { notation } : {})} />
        )}
      </span>
      <span className={s.item}>
        <span>{line.name}</span>
        {agreed && (
          <span className={s.progress}>
            <StatusTag kind={planLineStates} value={line.status} look="plain" />
            {line.appointment && <span className="t-12 secondary num">{line.appointment.startTime.slice(5, 16)}</span>}
            {line.record && links && (
              <Link className="t-12" to={links.recordTo(line.record.id)}>
                病历 {line.record.visitTime.slice(0, 10)}
              </Link>
            )}
            {line.bill && links && (
              <Link className="t-12" to={links.billTo(line.bill.id)}>
                {line.bill.billNo}
                {!line.bill.paid && ' 待收'}
              </Link>
            )}
          </span>
        )}
      </span>
      <span className={s.qty}>
        <Quantity value={line.qty} unit={line.unit} />
      </span>
      <span className={s.amount}>
        <Money yuan={line.originalAmount} />
      </span>
      {agreed && onCancel && (
        <Menu
          align="end"
          items={[
            ...(bookTo && isBookable(line)
              ? [
                  {
                    key: 'book',
                    label: '预约这一条',
                    icon: 'calendar-plus' as const,
                    onSelect: () => void navigate(bookTo([line])),
                  },
                ]
              : []),
            {
              key: 'cancel',
              label: cancelled ? '恢复这一条' : '取消这一条',
              icon: cancelled ? 'refresh' : 'x',
              danger: !cancelled,
              onSelect: () => onCancel(line),
            },
          ]}
        >
          <IconButton icon="dots" size="xs" label={`${line.name}的操作`} />
        </Menu>
      )}
    </div>
  )
}
