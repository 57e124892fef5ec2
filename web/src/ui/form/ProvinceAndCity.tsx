import type { citiesOf, cityIn } from '@dentin/kit/cities'
import { PROVINCES } from '@dentin/kit/provinces'
import { useEffect, useState } from 'react'
import type { FieldPath, FieldValues, PathValue } from 'react-hook-form'
import type { CallForm } from '../../lib/form.ts'
import { Picked } from './bound.tsx'
import { Select } from './Select.tsx'

/** What was written before there was a list stays choosable. */
const optionsOf = (list: readonly string[], held: string) =>
  [...new Set([...list, held])].filter(Boolean).map((name) => ({ value: name, label: name }))

interface Cities {
  citiesOf: typeof citiesOf
  cityIn: typeof cityIn
}

/** Province and city of a form, chosen; the city follows the province. */
export function ProvinceAndCity<V extends FieldValues>({
  form,
  province,
  city,
  required,
}: {
  form: CallForm<V>
  /** Names of the two fields. */
  province: FieldPath<V>
  city: FieldPath<V>
  required?: boolean
}) {
  const held = (name: FieldPath<V>) => String(form.watch(name) ?? '')
  const here = held(province)
  // The list of cities is long and comes after the form.
  const [cities, setCities] = useState<Cities | null>(null)
  useEffect(() => {
    let current = true
    void import('@dentin/kit/cities').then((loaded) => current && setCities(loaded))
    return () => {
      current = false
    }
  }, [])
  return (
    <>
      <Picked form={form} name={province} label="省份" required={required}>
        {(field) => (
          <Select
            searchable
            clearable={!required}
            placeholder="请选择"
            options={optionsOf(PROVINCES, here)}
            {...field}
            value={here || null}
            onChange={(next: string | null) => {
              field.onChange((next ?? '') as PathValue<V, FieldPath<V>>)
              const then = next && cities ? cities.cityIn(next, held(city)) : ''
              form.setValue(city, then as PathValue<V, FieldPath<V>>, {
                shouldDirty: true,
                shouldValidate: then !== '',
              })
            }}
          />
        )}
      </Picked>
      <Picked form={form} name={city} label="城市" required={required}>
        {(field) => (
          <Select
            searchable
            clearable={!required}
            placeholder={here ? '请选择' : '先选省份'}
            options={optionsOf(cities?.citiesOf(here) ?? [], held(city))}
            {...field}
            value={held(city) || null}
            onChange={(next: string | null) => field.onChange((next ?? '') as PathValue<V, FieldPath<V>>)}
          />
        )}
      </Picked>
    </>
  )
}
