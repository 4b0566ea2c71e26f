// What makes an Excel file.
export { Xlsx } from '../../charts/xlsx.ts';
