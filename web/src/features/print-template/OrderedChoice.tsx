import { Checkbox, IconButton } from '../../ui/index.ts'
import s from './print-template.module.css'

interface Entry {
  key: string
  name: string
  must?: true
}

/** Which columns are printed, and in which order. The first stays where it is; some can't be left out. */
export function OrderedChoice({
  entries,
  value,
  disabled,
  onChange,
}: {
  entries: readonly Entry[]
  value: readonly string[]
  disabled: boolean
  onChange: (keys: string[]) => void
}) {
  const printed = value.flatMap((key) => entries.find((each) => each.key === key) ?? [])
  const left = entries.filter(({ key }) => !value.includes(key))
  const move = (at: number, by: 1 | -1) => {
    const next = [...value]
    const [key] = next.splice(at, 1)
    if (key) next.splice(at + by, 0, key)
    onChange(next)
  }
  return (
    <ul className={s.columns}>
      {[...printed, ...left].map((entry, n) => {
        const at = n < printed.length ? n : -1
        return (
          <li key={entry.key}>
            <Checkbox
              checked={at >= 0}
              disabled={disabled || entry.must === true}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, entry.key] : value.filter((key) => key !== entry.key))
              }
            >
              {entry.name}
              {entry.must && <span className="tertiary t-12">　必印</span>}
            </Checkbox>
            {at > 0 && !disabled && (
              <span className={s.moves}>
                <IconButton
                  icon="arrow-up"
                  label={`${entry.name}往前`}
                  size="sm"
                  disabled={at === 1}
                  onClick={() => move(at, -1)}
                />
                <IconButton
                  icon="arrow-down"
                  label={`${entry.name}往后`}
                  size="sm"
                  disabled={at === printed.length - 1}
                  onClick={() => move(at, 1)}
                />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
