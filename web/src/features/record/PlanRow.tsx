import { useState } from 'react'
import type { Tariff } from '../../domain/tariffs.ts'
import { IconButton, TextButton, TextField } from '../../ui/index.ts'
import { withAlternative, withItems } from './plan-row.ts'
import { type RowProps, Frame, Words, type TariffFacts } from './Rows.tsx'
import { TariffLookup } from './TariffLookup.tsx'
import s from './record.module.css'

/** A plan: words, the items that it comes to, and what could be done instead. */
export function PlanRow(
  props: RowProps<'plans'> & {
    tariffs: ReadonlyMap<string, TariffFacts>
    onTariff: (tariff: TariffFacts & { id: string }) => void
  },
) {
  const { row, readOnly, index, tariffs } = props
  const { tariffIds = [], alternative = '' } = row
  const [opened, setOpened] = useState(false)
  const writes = !readOnly && (props.active || tariffIds.length > 0 || alternative !== '')
  const take = (tariff: Tariff) => {
    props.onTariff(tariff)
    if (!tariffIds.includes(tariff.id)) props.onChange(withItems(row, [...tariffIds, tariff.id]))
  }
  return (
    <Frame
      props={props}
      below={
        (writes || tariffIds.length > 0 || alternative !== '') && (
          <div className={s.extras}>
            {tariffIds.map((id) => {
              const name = tariffs.get(id)?.name ?? '收费项目'
              return (
                <span key={id} className={s.tariff}>
                  {name}
                  {!readOnly && (
                    <IconButton
                      icon="x"
                      size="xs"
                      label={`去掉${name}`}
                      onClick={() =>
                        props.onChange(
                          withItems(
                            row,
                            tariffIds.filter((each) => each !== id),
                          ),
                        )
                      }
                    />
                  )}
                </span>
              )
            })}
            {writes && <TariffLookup label={`治疗计划第 ${index + 1} 行的收费项目`} onPick={take} />}
            {readOnly && alternative !== '' && <span className="secondary t-13">备选：{alternative}</span>}
            {writes &&
              (opened || alternative !== '' ? (
                <span className={s.alternative}>
                  <TextField
                    size="sm"
                    aria-label={`治疗计划第 ${index + 1} 行的备选方案`}
                    placeholder="备选方案，如：拔除后种植"
                    maxLength={500}
                    value={alternative}
                    onChange={(event) => props.onChange(withAlternative(row, event.target.value))}
                  />
                </span>
              ) : (
                <TextButton icon="plus" onClick={() => setOpened(true)}>
                  备选
                </TextButton>
              ))}
          </div>
        )
      }
    >
      <Words
        props={props}
        label={`治疗计划第 ${index + 1} 行`}
        placeholder="计划"
        max={1000}
        value={row.content}
        onChange={(content) => props.onChange({ ...row, content })}
      />
    </Frame>
  )
}
