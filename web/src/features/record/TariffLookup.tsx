import { findTariffs, type Tariff } from '../../domain/tariffs.ts'
import { ComboBox } from '../../ui/heavy.ts'
import s from './record.module.css'

/** Looks for an item of the price list and takes it. */
export function TariffLookup({ label, onPick }: { label: string; onPick: (tariff: Tariff) => void }) {
  return (
    <span className={s.tariffLookup}>
      <ComboBox
        label={label}
        placeholder="加收费项目"
        size="sm"
        icon="plus"
        search={findTariffs}
        keyOf={(item) => item.id}
        render={(item) => (
          <span className={s.found}>
            {item.name}
            <span className="tertiary t-12">
              {item.price}/{item.unit}
            </span>
          </span>
        )}
        onPick={onPick}
      />
    </span>
  )
}
