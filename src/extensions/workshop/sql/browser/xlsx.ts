// The class that makes an Excel file.
export { Xlsx } from '../../charts/xlsx.ts';
