import { parseTeeth, toothText } from '@dentin/clinical'
import type { DiscountSteps } from '@dentin/kit/bill-amounts'
import type { Fen } from '@dentin/kit/money'
import { fenToYuan } from '@dentin/kit/money'
import { useState } from 'react'
import type { OpenLine } from '../../domain/plan-lines.ts'
import { ComboBox } from '../../ui/heavy.ts'
import { cx, IconButton, Money, Quantity, TextButton, useHotkeys, Menu } from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import {
  discountNote,
  lineOf,
  marginOf,
  packageLines,
  plannedLine,
  type Draft,
  type DraftLine,
  type Sums,
} from './draft.ts'
import { findGoods, findTariffs, type Tariff } from '../../domain/tariffs.ts'
import { LineDialog } from './dialogs.ts'
import { usePackages, useUsualTariffs, type OfferedPackage } from './hooks.ts'
import s from './billing.module.css'

export interface BillLinesProps {
  draft: Draft
  sums: Sums | null
  editable: boolean
  /** Goods alone. */
  retail: boolean
  changePrice: boolean
  onChange: (lines: DraftLine[]) => void
  adding: boolean
  onAdding: (adding: boolean) => void
  /** What of the patient's accepted plans nobody has charged yet. */
  planned: readonly OpenLine[]
  /** What refunds have taken off the lines of a charged bill, in their order. */
  returned?: readonly string[] | undefined
}

/** So many packages stand beside the lines; the others are in a menu. */
const SHOWN_PACKAGES = 8
let made = 0

/** The lines of the bill: teeth, item, price, quantity, discount with its reason, amount. */
export function BillLines({
  draft,
  sums,
  editable,
  retail,
  changePrice,
  onChange,
  adding,
  onAdding,
  planned,
  returned,
}: BillLinesProps) {
  const [editing, setEditing] = useState<string | null>(null)
  const line = draft.lines.find((each) => each.key === editing)
  // A package leaves as it came: whole.
  const remove = ({ key, packageNo }: DraftLine) =>
    onChange(draft.lines.filter((each) => (packageNo === null ? each.key !== key : each.packageNo !== packageNo)))
  const packages = usePackages(editable && !retail)
  const sell = (sold: OfferedPackage) =>
    onChange([...draft.lines, ...packageLines(sold, draft.lines, () => `new-${++made}`)])
  const add = (tariff: Tariff) => onChange([...draft.lines, lineOf(tariff, `new-${++made}`)])
  const taken = new Set(draft.lines.map(({ planLineId }) => planLineId))
  const offered = planned.filter(({ line: each }) => !taken.has(each.id))
  return (
    <>
      <div className={s.lines} role="table" aria-label="账单明细">
        <div className={cx(s.lineRow, s.linesHead, !editable && s.lineRead)} role="row">
          <span role="columnheader">牙位</span>
          <span role="columnheader">项目</span>
          <span role="columnheader" className={s.right}>
            单价
          </span>
          <span role="columnheader" className={s.right}>
            数量
          </span>
          <span role="columnheader">优惠</span>
          <span role="columnheader" className={s.right}>
            金额
          </span>
          {editable && (
            <span role="columnheader">
              <span className="sr-only">操作</span>
            </span>
          )}
        </div>
        {draft.lines.map((each, n) => (
          <Line
            key={each.key}
            line={each}
            draft={draft}
            discount={sums?.lines[n]?.discount ?? null}
            steps={sums?.lines[n]?.steps}
            amount={sums?.lines[n]?.amount ?? null}
            returned={returned?.[n]}
            editable={editable}
            onEdit={() => setEditing(each.key)}
            onRemove={() => remove(each)}
          />
        ))}
      </div>
      {draft.lines.length === 0 && !adding && (
        <div className={s.noLines}>
          还没有项目
          {editable && <TextButton onClick={() => onAdding(true)}>加项目</TextButton>}
        </div>
      )}
      {editable && offered.length > 0 && (
        <div className={s.planned} role="group" aria-label="按治疗计划">
          <span className="t-12 tertiary">按治疗计划</span>
          {offered.slice(0, 6).map((each) => (
            <TextButton
              key={each.line.id}
              icon="plus"
              title={`${each.planNo} ${each.title}，${each.phaseName}`}
              onClick={() => onChange([...draft.lines, plannedLine(each, `new-${++made}`)])}
            >
              {each.line.name}
              {each.line.teeth && ` ${toothText(parseTeeth(each.line.teeth))}`}
            </TextButton>
          ))}
        </div>
      )}
      {editable && packages.length > 0 && (
        <div className={s.planned} role="group" aria-label="套餐">
          <span className="t-12 tertiary">套餐</span>
          {packages.slice(0, SHOWN_PACKAGES).map((each) => (
            <TextButton
              key={each.id}
              icon="plus"
              title={`${each.items.map(({ name, qty }) => (qty > 1 ? `${name} × ${qty}` : name)).join('，')}；单买 ${each.listPrice}`}
              onClick={() => sell(each)}
            >
              {each.name} {each.price}
            </TextButton>
          ))}
          {packages.length > SHOWN_PACKAGES && (
            <Menu
              items={packages.slice(SHOWN_PACKAGES).map((each) => ({
                key: each.id,
                label: each.name,
                extra: each.price,
                onSelect: () => sell(each),
              }))}
            >
              <TextButton>更多</TextButton>
            </Menu>
          )}
        </div>
      )}
      {adding && <AddItem retail={retail} onPick={add} onClose={() => onAdding(false)} />}
      {line && (
        <LineDialog
          line={line}
          changePrice={changePrice}
          onClose={() => setEditing(null)}
          onSave={(next) => {
            onChange(draft.lines.map((each) => (each.key === next.key ? next : each)))
            setEditing(null)
          }}
        />
      )}
    </>
  )
}

interface LineProps {
  line: DraftLine
  draft: Draft
  discount: Fen | null
  steps: DiscountSteps | undefined
  amount: Fen | null
  /** What refunds have taken off it. */
  returned: string | undefined
  editable: boolean
  onEdit: () => void
  onRemove: () => void
}

function Line({ line, draft, discount, steps, amount, returned, editable, onEdit, onRemove }: LineProps) {
  const note = discountNote(line, draft, discount ?? (0 as Fen), steps)
  const margin = amount === null ? null : marginOf(line, amount)
  const cross = line.teeth ? (
    <ToothCross teeth={parseTeeth(line.teeth)} />
  ) : line.needsTeeth ? (
    <span className="t-12 wait">选牙位</span>
  ) : (
    <span className="tertiary">—</span>
  )
  return (
    <div className={cx(s.lineRow, editable ? s.lineEditable : s.lineRead)} role="row" data-row>
      <span role="cell" className={s.cross}>
        {editable ? (
          <button type="button" className={s.crossButton} onClick={onEdit}>
            {cross}
            <span className="sr-only"> {line.name}</span>
          </button>
        ) : (
          cross
        )}
      </span>
      <span role="cell" className={s.item}>
        {editable ? (
          <button type="button" className={s.itemButton} onClick={onEdit}>
            {line.name}
          </button>
        ) : (
          <span className={s.itemName}>{line.name}</span>
        )}
        <span className="t-12 tertiary">{line.categoryName}</span>
      </span>
      <span role="cell" className={s.price}>
        <Money yuan={line.price || '0.00'} />
        {line.listPrice !== null && Number(line.listPrice) !== Number(line.price) && (
          <span className={s.oldPrice} title="价目表的价格">
            <Money yuan={line.listPrice} />
          </span>
        )}
      </span>
      <span role="cell" className={s.qty}>
        <Quantity value={line.qty} unit={line.unit} />
      </span>
      <span role="cell" className={s.discount}>
        {discount !== null && discount > 0 && <Money yuan={fenToYuan(discount)} as="deduction" />}
        <span className="t-12 secondary ellipsis" title={note}>
          {note}
        </span>
      </span>
      <span role="cell" className={s.amount}>
        <Money yuan={amount === null ? null : fenToYuan(amount)} strong />
        {returned && Number(returned) > 0 && <span className="t-12 secondary num">已退 {returned}</span>}
        {margin !== null && margin < 0 && <span className="t-12 wait">低于成本</span>}
      </span>
      {editable && (
        <span role="cell" className={s.more}>
          <Menu
            align="end"
            items={[
              { key: 'edit', label: '修改', icon: 'pencil', onSelect: onEdit },
              {
                key: 'remove',
                label: line.packageNo === null ? '删除' : '删除整个套餐',
                icon: 'trash',
                danger: true,
                onSelect: onRemove,
              },
            ]}
          >
            <IconButton icon="dots" label={`${line.name}的操作`} size="xs" />
          </Menu>
        </span>
      )}
    </div>
  )
}

/** Finds items of the price list by name, pinyin or code; Enter takes one and waits for the next. */
function AddItem({
  retail,
  onPick,
  onClose,
}: {
  retail: boolean
  onPick: (tariff: Tariff) => void
  onClose: () => void
}) {
  const usual = useUsualTariffs(retail)
  useHotkeys([{ key: 'Escape', run: onClose }])
  return (
    <div className={s.addItem}>
      <ComboBox<Tariff>
        autoFocus
        search={retail ? findGoods : findTariffs}
        keyOf={(tariff) => tariff.id}
        onPick={onPick}
        recent={usual}
        recentTitle={retail ? '零售商品' : '常用项目'}
        emptyText={retail ? '没有这个商品，可在价目里勾选「零售商品」' : '没有这个项目'}
        icon="search"
        label="加项目"
        placeholder={`${retail ? '商品' : '项目'}名称、拼音首字母或编码，回车加入`}
        render={(tariff) => (
          <span className={s.tariff}>
            <span className="bold">{tariff.name}</span>
            <span className="t-12 tertiary">
              {tariff.categoryName}　{tariff.code}
            </span>
            <span className={s.tariffPrice}>
              <Money yuan={tariff.price} />
              <span className="t-12 tertiary"> / {tariff.unit}</span>
            </span>
          </span>
        )}
      />
      <TextButton tone="quiet" onClick={onClose}>
        完成
      </TextButton>
    </div>
  )
}
