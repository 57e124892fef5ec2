import { readTargetCell } from '@dentin/contract/cockpit'
import { expect, it } from 'vitest'
import { pastedCells } from './pasted.ts'

it('a copied cell is a sum, nothing, or wrong with its reason', () => {
  expect(readTargetCell('1,234.5')).toEqual({ yuan: '1234.50' })
  expect(readTargetCell(' 32万 ')).toEqual({ yuan: '320000.00' })
  expect(readTargetCell('￥500元')).toEqual({ yuan: '500.00' })
  expect(readTargetCell('')).toEqual({ yuan: '' })
  expect(readTargetCell('-1')).toEqual({ problem: '目标不能小于 0' })
  expect(readTargetCell('三十万')).toEqual({ problem: '「三十万」不是金额' })
  expect(readTargetCell('9999999999万')).toEqual({ problem: '金额过大' })
})

it('a piece of a sheet is read by lines and tabs', () => {
  expect(pastedCells('1\t2\r\n3\t\r\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ])
})
