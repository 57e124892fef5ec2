import { expect, it } from 'vitest'
import { pastedCell, pastedCells } from './pasted.ts'

it('a copied cell is a sum, nothing, or wrong with its reason', () => {
  expect(pastedCell('1,234.5')).toEqual({ yuan: '1234.50' })
  expect(pastedCell(' 32万 ')).toEqual({ yuan: '320000.00' })
  expect(pastedCell('￥500元')).toEqual({ yuan: '500.00' })
  expect(pastedCell('')).toEqual({ yuan: '' })
  expect(pastedCell('-1')).toEqual({ problem: '目标不能小于 0' })
  expect(pastedCell('三十万')).toEqual({ problem: '「三十万」不是金额' })
  expect(pastedCell('9999999999万')).toEqual({ problem: '金额过大' })
})

it('a piece of a sheet is read by lines and tabs', () => {
  expect(pastedCells('1\t2\r\n3\t\r\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ])
})
