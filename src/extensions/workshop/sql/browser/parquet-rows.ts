// The class that makes a Parquet file.
export { ParquetRows } from '../../charts/parquet-rows.ts';
