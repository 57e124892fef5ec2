import { parseTeeth, toothText } from '@dentin/clinical/teeth'
import { Link } from 'react-router'
import type { OpenLine } from '../../domain/plan-lines.ts'
import { IconButton, Tag, TextButton, TextField } from '../../ui/index.ts'
import { AnaestheticLines, lineNow, type InjectionFacts } from './AnaestheticLines.tsx'
import { asksForImplants, ImplantLines, withImplants } from './ImplantLines.tsx'
import type { Tariff } from '../../domain/tariffs.ts'
import { moveTreatment, qtyOf } from './model.ts'
import type { PriceNews } from './prices.ts'
import { offeredAt, plannedFor, withPlanned } from './planned.ts'
import { TariffLookup } from './TariffLookup.tsx'
import s from './record.module.css'
import { type RowProps, Frame, Words, type TariffFacts, type Given } from './Rows.tsx'

/** A treatment: words, price-list items, local anaesthetic. */
export function TreatmentRow(
  props: RowProps<'treatments'> & {
    tariffs: ReadonlyMap<string, TariffFacts>
    onTariff: (tariff: TariffFacts & { id: string }) => void
    injection: InjectionFacts
    doseTo: string | null
    planned: readonly OpenLine[]
    prices: ReadonlyMap<string, PriceNews>
  },
) {
  const { row, readOnly, index, tariffs } = props
  const counted = (id: string) => tariffs.get(id)?.toothCountPriced ?? false
  const setQty = (tariffId: string, qty: number) =>
    props.onChange({
      ...row,
      tariffs: row.tariffs.map((each) => (each.tariffId === tariffId ? { ...each, qty } : each)),
    })
  const drop = (tariffId: string) =>
    props.onChange({ ...row, tariffs: row.tariffs.filter((each) => each.tariffId !== tariffId) })
  const take = (tariff: Tariff) => {
    props.onTariff(tariff)
    if (row.tariffs.some((each) => each.tariffId === tariff.id)) return
    const qty = tariff.toothCountPriced ? qtyOf(row.teeth) : 1
    const plan = plannedFor(props.planned, tariff.id, row.teeth)
    props.onChange(plan ? withPlanned(row, plan) : { ...row, tariffs: [...row.tariffs, { tariffId: tariff.id, qty }] })
  }
  const takePlanned = (plan: OpenLine) => {
    const { tariffId: id, name, unit } = plan.line
    if (!tariffs.has(id)) props.onTariff({ id, name, unit, toothCountPriced: false })
    props.onChange(withPlanned(row, plan))
  }
  const shown =
    row.tariffs.length > 0 ||
    row.anesthetic !== null ||
    (row.anaesthetics?.length ?? 0) > 0 ||
    (row.implants?.length ?? 0) > 0 ||
    (props.active && !readOnly)
  return (
    <Frame
      props={props}
      onTeeth={(teeth) => props.onChange(moveTreatment(row, teeth, counted))}
      below={
        shown && (
          <div className={s.extras}>
            {row.tariffs.map((each) => {
              const facts = tariffs.get(each.tariffId)
              const name = facts?.name ?? '收费项目'
              return (
                <span key={each.tariffId} className={s.tariff}>
                  {name}
                  {each.planLineId && <Tag tone="brand">计划</Tag>}
                  {!each.planLineId && <Changed news={props.prices.get(each.tariffId)} />}
                  {readOnly ? (
                    <span className="num">×{each.qty}</span>
                  ) : (
                    <>
                      <input
                        className={s.qty}
                        type="number"
                        min={1}
                        max={999}
                        aria-label={`${name}的数量`}
                        value={each.qty}
                        onChange={(event) =>
                          setQty(each.tariffId, Math.min(999, Math.max(1, Math.round(Number(event.target.value) || 1))))
                        }
                      />
                      <span className="tertiary t-12">{facts?.unit}</span>
                      <IconButton icon="x" size="xs" label={`去掉${name}`} onClick={() => drop(each.tariffId)} />
                    </>
                  )}
                </span>
              )
            })}
            <ImplantLines props={props} />
            <AnaestheticLines props={props} facts={props.injection} />
            {row.anesthetic && <Anesthetic props={props} value={row.anesthetic} />}
            {!readOnly && (
              <>
                <TariffLookup label={`处置第 ${index + 1} 行的收费项目`} onPick={take} />
                {props.active &&
                  offeredAt(props.planned, row.teeth)
                    .slice(0, 4)
                    .map((plan) => (
                      <TextButton
                        key={plan.line.id}
                        icon="plus"
                        title={`治疗计划 ${plan.planNo}：${plan.phaseName}`}
                        onClick={() => takePlanned(plan)}
                      >
                        {plan.line.name}
                        {plan.line.teeth && ` ${toothText(parseTeeth(plan.line.teeth))}`}（计划）
                      </TextButton>
                    ))}
                <TextButton
                  icon="plus"
                  onClick={() =>
                    props.onChange({
                      ...row,
                      anaesthetics: [...(row.anaesthetics ?? []), lineNow(row.teeth, props.injection)],
                    })
                  }
                >
                  局麻
                </TextButton>
                {asksForImplants(
                  row,
                  row.tariffs.map(({ tariffId }) => tariffs.get(tariffId)?.name ?? ''),
                ) && (
                  <TextButton icon="plus" onClick={() => props.onChange(withImplants(row))}>
                    种植体
                  </TextButton>
                )}
                {props.doseTo && (row.anaesthetics?.length ?? 0) > 0 && (
                  <Link to={props.doseTo} className="t-13">
                    麻药计算
                  </Link>
                )}
              </>
            )}
          </div>
        )
      }
    >
      <Words
        props={props}
        label={`处置第 ${index + 1} 行`}
        placeholder="处置经过"
        max={2000}
        value={row.content}
        onChange={(content) => props.onChange({ ...row, content })}
      />
    </Frame>
  )
}

/** What became of an item while the record was written. What a plan quotes keeps its price. */
function Changed({ news }: { news: PriceNews | undefined }) {
  if (!news) return null
  return (
    <span className={s.priceNews} role="status">
      {news.off ? '已停用' : `价格已变 ${news.before} → ${news.now}`}
    </span>
  )
}

function Anesthetic({ props, value }: { props: RowProps<'treatments'>; value: Given }) {
  if (props.readOnly)
    return (
      <span className={s.tariff}>
        局麻 {[value.drug, value.dose, value.batch && `批号 ${value.batch}`].filter(Boolean).join(' ')}
      </span>
    )
  const field = (key: keyof Given, label: string, width: number, max: number) => (
    <span style={{ width }}>
      <TextField
        size="sm"
        aria-label={`局麻${label}`}
        placeholder={label}
        maxLength={max}
        value={value[key]}
        onChange={(event) => props.onChange({ ...props.row, anesthetic: { ...value, [key]: event.target.value } })}
      />
    </span>
  )
  return (
    <span className={s.anesthetic}>
      局麻
      {field('drug', '药品', 132, 60)}
      {field('dose', '剂量', 80, 30)}
      {field('batch', '批号', 96, 40)}
      <IconButton
        icon="x"
        size="xs"
        label="去掉局麻"
        onClick={() => props.onChange({ ...props.row, anesthetic: null })}
      />
    </span>
  )
}
