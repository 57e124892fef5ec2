import { clinic } from '@dentin/contract/clinic'
import { tariffPackages } from '@dentin/contract/lists/tariff-packages'
import { fen, formatYuan, formatYuanText, yuanToFen } from '@dentin/kit/money'
import { useAllTariffs } from '../../domain/all-tariffs.ts'
import { findTariffs, type Tariff } from '../../domain/tariffs.ts'
import { ComboBox, Picked } from '../../ui/heavy.ts'
import { IconButton, Money, NumberField } from '../../ui/index.ts'
import { SettingList, type Controls } from '../../ui/list/SettingList.tsx'
import type { WireOutput } from '@dentin/contract/core/call'
import s from './packages.module.css'

type Row = WireOutput<typeof tariffPackages.calls.list>[number]
type Item = Row['items'][number]
type At = Parameters<NonNullable<Controls<Row, typeof tariffPackages.calls.save>[string]>>[0]

/** Several items of the price list for one price. */
export function Packages() {
  const tariffs = useAllTariffs()
  const controls: Controls<Row, typeof tariffPackages.calls.save> = {
    items: ({ form }: At) => <Items form={form} tariffs={tariffs} />,
  }
  return (
    <SettingList
      list={tariffPackages}
      icon="group"
      hint="开单时选套餐，各项一起加入、按套餐价分摊；改动只影响以后开的单"
      width={560}
      cells={{
        price: { render: (row) => formatYuanText(row.price), words: (row) => formatYuanText(row.price) },
        listPrice: {
          render: (row) => formatYuanText(row.listPrice),
          words: (row) => `单买 ${formatYuanText(row.listPrice)}`,
        },
      }}
      controls={controls}
      refresh={[clinic.packages]}
    />
  )
}

/** What is in a package: items with how many of each, and what they cost one by one. */
function Items({ form, tariffs }: { form: At['form']; tariffs: readonly Tariff[] }) {
  return (
    <Picked form={form} name="items" label="项目" required group>
      {(field) => {
        const items = (field.value as Item[] | null) ?? []
        const of = (id: string) => tariffs.find((each) => each.id === id)
        const whole = fen(
          items.reduce((all, { tariffId, qty }) => all + yuanToFen(of(tariffId)?.price ?? '0.00') * qty, 0),
        )
        const set = (next: Item[]) => field.onChange(next)
        return (
          <div className={s.items}>
            {items.map(({ tariffId, qty }) => (
              <div key={tariffId} className={s.item}>
                <span className="ellipsis">{of(tariffId)?.name ?? '项目'}</span>
                <span className={s.qty}>
                  <NumberField
                    aria-label={`${of(tariffId)?.name ?? '项目'}数量`}
                    value={qty}
                    min={1}
                    max={99}
                    unit={of(tariffId)?.unit ?? ''}
                    onChange={(value) =>
                      set(items.map((each) => (each.tariffId === tariffId ? { ...each, qty: value ?? 1 } : each)))
                    }
                  />
                </span>
                <Money yuan={of(tariffId)?.price ?? '0.00'} />
                <IconButton
                  icon="x"
                  size="xs"
                  label={`去掉${of(tariffId)?.name ?? '项目'}`}
                  onClick={() => set(items.filter((each) => each.tariffId !== tariffId))}
                />
              </div>
            ))}
            <ComboBox<Tariff>
              search={findTariffs}
              keyOf={(tariff) => tariff.id}
              onPick={(tariff) =>
                items.some(({ tariffId }) => tariffId === tariff.id)
                  ? undefined
                  : set([...items, { tariffId: tariff.id, qty: 1 }])
              }
              emptyText="没有这个项目"
              icon="search"
              label="加项目"
              placeholder="项目名称、拼音首字母或编码，回车加入"
              render={(tariff) => (
                <>
                  {tariff.name} <span className="t-12 tertiary">{formatYuanText(tariff.price)}</span>
                </>
              )}
            />
            {items.length > 0 && <span className="t-12 tertiary num">单买合计 {formatYuan(whole)}</span>}
          </div>
        )
      }}
    </Picked>
  )
}
